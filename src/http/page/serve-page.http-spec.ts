import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestApp, testApp } from '../../../test/support/app.js';
import { send } from '../../../test/support/signed-client.js';

const index = '<!doctype html><title>Graphward</title>';
const script = 'export const answer = 42;';
const asset = '/ui/assets/index-4f3a2b1c.js';

/** A page as the build leaves it. */
function builtPage(): string {
  const folder = mkdtempSync(join(tmpdir(), 'graphward-page-'));
  mkdirSync(join(folder, 'assets'));
  const files = { 'index.html': index, 'assets/index-4f3a2b1c.js': script };
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, name), text);
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(text));
    writeFileSync(join(folder, `${name}.gz`), gzipSync(text));
  }
  writeFileSync(join(folder, 'icon.svg'), '<svg/>');
  return folder;
}

describe('the page', () => {
  let app: TestApp;
  let folder: string;

  beforeAll(async () => {
    folder = builtPage();
    app = await testApp({ pageFolder: folder });
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true });
  });

  const get = (path: string, headers: Record<string, string> = {}) => send(app.url, 'GET', path, { headers });

  it.each([
    '/ui/',
    '/ui/o/S-1-5-21-1-1104?kind=User',
    '/ui/data/quality/HALDEN.EXAMPLE',
    '/ui/findings/T0AddMember',
    '/ui/index.html',
    '/ui/..%2f..%2fpackage.json',
  ])('is at %s, and is not stored', async (path) => {
    const answer = await get(path);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.text()).toBe(index);
  });

  it('lets a browser run its own scripts only, and turns no text into markup', async () => {
    expect((await get('/ui/')).headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; frame-src 'self'; " +
        "form-action 'none'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    );
  });

  it.each<[string | undefined, 'br' | 'gzip' | null]>([
    [undefined, null],
    ['identity', null],
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['gzip;q=0, br;q=0', null],
  ])('has assets for ever, in the encoding that the browser accepts (%p)', async (accepted, encoding) => {
    const answer = await get(asset, accepted === undefined ? {} : { 'Accept-Encoding': accepted });
    expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, encoding]);
    expect(answer.headers.get('content-type')).toMatch(/^text\/javascript; charset=utf-8$/i);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('vary')).toBe('Accept-Encoding');
    const bytes = Buffer.from(await answer.arrayBuffer());
    const sent = { br: brotliCompressSync(script), gzip: gzipSync(script), plain: Buffer.from(script) };
    expect(bytes).toEqual(sent[encoding ?? 'plain']);
  });

  it('is compressed too, and answers HEAD', async () => {
    const answer = await get('/ui/paths', { 'Accept-Encoding': 'br' });
    expect(answer.headers.get('content-encoding')).toBe('br');
    expect(answer.headers.get('content-type')).toMatch(/^text\/html; charset=utf-8$/i);
    const head = await send(app.url, 'HEAD', '/ui/');
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
      200,
      String(index.length),
      '',
    ]);
  });

  it('has other files of the build, and pictures of its type', async () => {
    const answer = await get('/ui/icon.svg');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    expect((await get('/favicon.ico')).status).toBe(200);
  });

  it('lacks the assets of another build, and what it does not serve', async () => {
    for (const [method, path] of [
      ['GET', '/ui/assets/index-00000000.js'],
      ['GET', '/ui/nothing.png'],
      ['GET', '/ui/findings/nothing.md'],
      ['GET', '/ui/findings/T0AddMember/a/b'],
      ['POST', '/ui/'],
      ['GET', '/uix'],
    ] as const) {
      const answer = await send(app.url, method, path);
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'no-store']);
      expect(await answer.json()).toMatchObject({
        errors: [
          { code: 'path.unknown', context: 'path', message: expect.stringContaining(`there is no ${method} ${path}`) },
        ],
      });
    }
  });

  it('is what a browser sees at the root, below any prefix, which other programs do not find', async () => {
    const root = await get('/', { Accept: 'text/html,*/*;q=0.8' });
    expect([root.status, root.headers.get('location')]).toEqual([302, 'ui/']);
    const bare = await get('/ui');
    expect([bare.status, bare.headers.get('location')]).toEqual([302, 'ui/']);
    expect((await get('/', { Accept: '*/*' })).status).toBe(404);
  });
});

describe('a service without the page', () => {
  it.each([
    ['switched off', { UI: 'false' }, 0],
    ['a worker', { ROLE: 'worker' }, 0],
    ['not built', {}, 1],
  ])('answers 404, and says why if it is %s by mistake', async (_, environment, warnings) => {
    const folder = builtPage();
    if (warnings > 0) rmSync(join(folder, 'index.html'));
    const lines: string[] = [];
    const app = await testApp({ environment, pageFolder: folder, onLogLine: ({ msg }) => lines.push(String(msg)) });
    try {
      for (const path of ['/ui/', asset]) expect((await fetch(app.url + path)).status).toBe(404);
      const told = lines.filter((line) => line.includes('not built'));
      expect(told).toEqual(
        Array(warnings).fill(
          `the page is not built, so /ui answers 404: there is no index.html in ${folder}; npm run build makes it`,
        ),
      );
    } finally {
      await app.close();
      rmSync(folder, { recursive: true });
    }
  });
});
