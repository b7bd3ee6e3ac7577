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
    const browser = { crypto, btoa, TextEncoder, URL, location: new URL(app.url), SwaggerUIBundle: swagger };
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
