import { get, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AccountsService } from '../../src/auth/accounts/accounts.service.js';
import { ApiTokensService } from '../../src/auth/tokens/api-tokens.service.js';
import { type TestApp, testApp } from '../support/app.js';
import type { SigningToken } from '../support/signed-client.js';

interface PageRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  body?: string;
}

type Interceptor = (request: PageRequest) => Promise<PageRequest>;

describe('the files of the reference page', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp({ edition: 'community', environment: { UI: 'false' } });
  });
  afterAll(() => app.close());

  const files = ['docs', 'docs/reference.css', 'docs/reference.js', 'docs/swagger-ui.css', 'docs/swagger-ui-bundle.js'];

  interface Received {
    readonly status: number | undefined;
    /** On the wire. */
    readonly bytes: number;
    readonly headers: IncomingHttpHeaders;
  }

  function received(path: string, headers: OutgoingHttpHeaders): Promise<Received> {
    return new Promise((resolve, reject) => {
      get(app.url + path, { headers }, (response) => {
        let bytes = 0;
        response.on('data', (chunk: Buffer) => (bytes += chunk.length));
        response.on('end', () => resolve({ status: response.statusCode, bytes, headers: response.headers }));
      }).on('error', reject);
    });
  }

  it('are all found by the page, and take less than 650 kB if the browser accepts gzip', async () => {
    const html = await (await fetch(`${app.url}/api/v2/docs`)).text();
    const linked = [...html.matchAll(/(?:href|src)="\/api\/v2\/([^"]+)"/g)].map(([, path = '']) => path);
    expect(linked.filter((path) => !path.endsWith('.png')).toSorted()).toEqual(files.slice(1).toSorted());
    const sizes = await Promise.all(
      ['spec', ...files].map((path) => received(`/api/v2/${path}`, { 'Accept-Encoding': 'gzip, br' })),
    );
    expect(sizes.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(650_000);
  });

  it('are sent as they are to a client that does not accept gzip, and not again if they have not changed', async () => {
    const path = '/api/v2/docs/swagger-ui-bundle.js';
    const [plain, compressed] = [await received(path, {}), await received(path, { 'Accept-Encoding': 'gzip' })];
    expect([plain.headers['content-encoding'], compressed.headers['content-encoding']]).toEqual([undefined, 'gzip']);
    expect(plain.bytes / compressed.bytes).toBeGreaterThan(3);
    for (const { headers } of [plain, compressed])
      expect(headers).toMatchObject({ vary: 'Accept-Encoding', 'cache-control': 'public, max-age=86400' });
    expect(plain.headers.etag).not.toBe(compressed.headers.etag);
    const again = await received(path, { 'Accept-Encoding': 'gzip', 'If-None-Match': compressed.headers.etag });
    expect([again.status, again.bytes]).toEqual([304, 0]);
  });

  it('are what a browser sees at the root if there is no page for people, which other programs do not find', async () => {
    const page = await fetch(app.url, { headers: { Accept: 'text/html,*/*;q=0.8' } });
    expect([page.url, page.status, page.headers.get('content-type')]).toEqual([
      `${app.url}/api/v2/docs`,
      200,
      'text/html; charset=utf-8',
    ]);
    expect((await fetch(app.url)).status).toBe(404);
    const icon = await fetch(`${app.url}/favicon.ico`);
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/png']);
  });
});

describe.each(['svcsignature', 'mine,yours'])('the reference page with the keywords %s', (keywords) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp({ environment: { SIGNATURE_KEYWORDS: keywords } });
  });
  afterAll(() => app.close());

  const text = async (path: string) => (await fetch(`${app.url}/api/v2/${path}`)).text();

  async function newToken(): Promise<SigningToken> {
    const role = 'read_only';
    const draft = { name: 'reader', email: null, role, password: 'a password for the test' } as const;
    const account = await app.app.get(AccountsService).create(draft);
    const made = await app.app.get(ApiTokensService).create({ accountId: account.id, name: 'page', expiresAt: null });
    return { id: made.token.id, key: made.key };
  }

  /** What the page does with a request before it sends it. */
  async function interceptor(): Promise<Interceptor> {
    let given: Interceptor | undefined;
    const swagger = ({ requestInterceptor }: { requestInterceptor: Interceptor }) => (given = requestInterceptor);
    const page = {
      MutationObserver: class {
        observe() {}
      },
      document: { documentElement: { classList: { toggle: () => true } } },
      matchMedia: () => ({ matches: false, addEventListener: () => {} }),
    };
    const browser = { ...page, crypto, btoa, TextEncoder, URL, location: new URL(app.url), SwaggerUIBundle: swagger };
    runInNewContext(await text('docs/reference.js'), browser);
    return given!;
  }

  it('names every keyword in the OpenAPI document', async () => {
    const { components } = JSON.parse(await text('spec'));
    const named = [...components.securitySchemes.signature.description.matchAll(/Authorization: (\S+) <token id>/g)];
    expect(named.map(([, keyword]) => keyword)).toEqual(keywords.split(','));
  });

  it('signs the calls of the page correctly', async () => {
    const { id, key } = await newToken();
    const target = `${app.url}/api/v2/custom-nodes?limit=1`;
    const request = { url: target, method: 'get', headers: { Authorization: `${id}:${key}` } };
    const { headers } = await (await interceptor())(request);
    expect([headers['Authorization'], (await fetch(target, { headers })).status]).toEqual([
      `${keywords.split(',')[0]} ${id}`,
      200,
    ]);
    const wrong = await (await interceptor())({ ...request, headers: { Authorization: `${id}:x${key}` } });
    expect((await fetch(target, { headers: wrong.headers })).status).toBe(401);
  });
});
