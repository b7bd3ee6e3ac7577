import { createSecretKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { signatureOf } from '../../src/auth/signature/request-signature.js';

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
