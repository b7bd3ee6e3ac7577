import { readdir, readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { errorCodes } from '../../src/base/catalogue/error-codes.js';

const table = 'src/base/catalogue/error-codes.ts';

let production: { readonly path: string; readonly text: string }[];

beforeAll(async () => {
  const files = await readdir('src', { recursive: true });
  const paths = files.map((path) => `src/${path}`).filter((path) => /(?<!spec|\.fixture)\.ts$/.test(path));
  production = await Promise.all(paths.map(async (path) => ({ path, text: await readFile(path, 'utf8') })));
});

describe('the error codes', () => {
  it('have exactly the error statuses that the service answers', () => {
    const thrown = production.flatMap(({ text }) => [
      ...text.matchAll(
        /readonly status = (\d{3});|errorOf\((\d{3}),|new MalformedRequestError\(\s*(\d{3}),|return \{ status: (\d{3}),|^ {4}status: (\d{3}),$/gm,
      ),
    ]);
    const statuses = thrown.flatMap((groups) => groups.slice(1).filter((it) => it !== undefined && it >= '400'));
    const described = Object.values(errorCodes).flatMap((it) => it.statuses.map(String));
    expect([...new Set(described)].toSorted()).toEqual([...new Set(statuses)].toSorted());
  });

  it('are all thrown by production code', () => {
    const users = production.filter(({ path }) => path !== table);
    const unused = Object.keys(errorCodes).filter((code) => !users.some(({ text }) => text.includes(`'${code}'`)));
    expect(unused).toEqual([]);
  });

  it('are named area.reason in snake_case', () => {
    for (const code of Object.keys(errorCodes)) expect(code).toMatch(/^[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*$/);
  });
});
