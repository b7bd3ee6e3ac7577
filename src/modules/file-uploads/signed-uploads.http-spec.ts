import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { base, emptyFile, TestUploads } from './file-uploads.fixture.js';

let uploads: TestUploads;

beforeAll(async () => {
  uploads = await TestUploads.start();
});
afterAll(() => uploads.close());
afterEach(async () => {
  await uploads.clear();
});

describe('a body with an invalid signature', () => {
  const wrong = { headers: { Signature: `${'A'.repeat(43)}=` } };

  it.each([
    ['small', emptyFile],
    ['in gzip', gzipSync(emptyFile)],
    ['of several chunks', emptyFile.slice(0, -1) + ' '.repeat(90_000) + '}'],
  ])('that is %s is refused by 401, and nothing is kept', async (_, body) => {
    const id = await uploads.startJob();
    expect((await uploads.sendFile(id, body, wrong)).status).toBe(401);
    expect(await uploads.spooled()).toEqual([]);
    expect(await uploads.filesOf()).toEqual([]);
  });

  it('reveals neither uploads nor permissions', async () => {
    const id = await uploads.startJob();
    await uploads.app.call('POST', `${base}/${id}/end`);
    expect((await uploads.sendFile(id, emptyFile, wrong)).status).toBe(401);
    expect((await uploads.sendFile(99, emptyFile, wrong)).status).toBe(401);
    const headers = { 'Content-Type': 'application/json', ...wrong.headers };
    const options = { headers, body: emptyFile };
    expect((await uploads.app.as('read_only', 'signature', 'POST', `${base}/${id}`, options)).status).toBe(401);
    const right = { headers: { 'Content-Type': 'application/json' }, body: emptyFile };
    expect((await uploads.app.as('read_only', 'signature', 'POST', `${base}/${id}`, right)).status).toBe(403);
  });

  it('is refused if the signature is of the unpacked bytes or of other bytes', async () => {
    const id = await uploads.startJob();
    const { signature } = await uploads.headersOf(() => uploads.sendFile(id, emptyFile));
    expect(await uploads.spooled()).toHaveLength(1);
    const Signature = String(signature);
    expect(
      (await uploads.sendFile(id, gzipSync(emptyFile), { headers: { Signature, 'Content-Encoding': 'gzip' } })).status,
    ).toBe(401);
    expect((await uploads.sendFile(id, `${emptyFile} `, { headers: { Signature } })).status).toBe(401);
    expect((await uploads.sendFile(id, emptyFile, { headers: { Signature } })).status).toBe(202);
    expect(await uploads.spooled()).toHaveLength(2);
  });
});
