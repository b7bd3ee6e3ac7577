import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { format, resolveConfig } from 'prettier';
import { calledOperations, typesOf } from '../../scripts/ui-types.mjs';
import { type TestApp, testApp } from '../support/app.js';

const file = 'ui/api/schema.ts';
let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

it(`has the types of the document in ${file}; "node scripts/run.mjs ui-types" writes it`, async () => {
  const document = await (await fetch(`${app.url}/api/v2/spec`)).json();
  const types = await format(typesOf(document, await calledOperations()), {
    ...(await resolveConfig(file)),
    filepath: file,
  });
  expect(await readFile(file, 'utf8')).toBe(types);
});
