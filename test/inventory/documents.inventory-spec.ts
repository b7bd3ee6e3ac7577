import { createSecretKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { signatureOf } from '../../src/auth/signature/request-signature.js';
import { type TestApp, testApp } from '../support/app.js';

describe('docs/api.md', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await testApp({ edition: 'enterprise' });
  });
  afterAll(() => app.close());

  it('names every operation of the OpenAPI document, and none that does not exist', async () => {
    const document: { paths: Record<string, Record<string, unknown>> } = JSON.parse(
      await (await fetch(`${app.url}/api/v2/spec`)).text(),
    );
    const served = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const text = await readFile('docs/api.md', 'utf8');
    const named = text.matchAll(/`([A-Z]+) (\/[\w./{}-]+)`/g);
    expect([...new Set([...named].map(([, method, path]) => `${method} ${path}`))].toSorted()).toEqual(
      served.toSorted(),
    );
  });
});

describe.each(['README.md', 'docs/adr/0007-authentication.md'])('the worked signature of %s', (file) => {
  it('is the one that the service expects', async () => {
    const text = await readFile(file, 'utf8');
    const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1];
    const [, key] = /key `([^`]+)`/.exec(text) ?? [];
    const [, method, target, body] =
      /`?([A-Z]+)`?(?: to)?\s+`([^`]+)`\s+with\s+the\s+body\s+`([^`]+)`/.exec(text) ?? [];
    expect({ key, method, target }).toEqual({ key: 'test-key', method: 'POST', target: '/api/v2/graphs/cypher' });
    const parts = { method: method!, target: target!, requestDate: header('RequestDate')!, body: Buffer.from(body!) };
    expect(header('Signature')).toBe(signatureOf(createSecretKey(Buffer.from(key!)), parts));
    expect(header('Authorization')).toMatch(/^svcsignature /);
  });
});
