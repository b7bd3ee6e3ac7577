import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hiddenEstate, seenDomain, seenOrganization } from '../../../test/support/limited-estate.js';
import { limitedService, type LimitedService } from '../../../test/support/limited-services.js';
import { bearerFetch, login, send, signedFetch, type SigningToken } from '../../../test/support/signed-client.js';
import { limitedNote } from '../../base/scope/visibility.js';
import { AccountsService } from './accounts.service.js';

const password = 'a password of four words';
const other = 'S-1-5-21-3-3-3';

let service: LimitedService;
let id: string;
let asked: (target: string, options?: { readonly method?: string; readonly body?: object }) => Promise<Answer>;

interface Answer {
  readonly status: number;
  readonly etag: string | null;
  // Answers of many shapes.
  readonly body: Record<string, never> & { readonly data: never; readonly errors: { code: string; context: string }[] };
}

interface Tool {
  readonly content: readonly { readonly text: string }[];
  readonly structuredContent?: object;
}

beforeAll(async () => {
  service = await limitedService(hiddenEstate('QUETZAL', 3, 3));
  const accounts = service.app.app.get(AccountsService);
  ({ id } = await accounts.create({ name: 'gil', email: null, role: 'user', password }));
  const bearer = await login(service.app.url, 'gil', password);
  asked = async (target, { method = 'GET', body } = {}) => {
    const options = body && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } };
    const response = await bearerFetch(service.app.url, bearer, method, `/api/v2/${target}`, options);
    const text = await response.text();
    return { status: response.status, etag: response.headers.get('etag'), body: text ? JSON.parse(text) : {} };
  };
});
afterAll(() => service.app.close());

const put = async (body: object, account = id) => {
  const response = await service.app.call('PUT', `/api/v2/accounts/${account}/environments`, body);
  return { status: response.status, body: (await response.json()) as Answer['body'] };
};

const names = async (query: string): Promise<string[]> => {
  const { body } = await asked(`search?limit=100&${query}`);
  return (body.data as { name: string }[]).map(({ name }) => name).toSorted();
};

const cypherCount = async (): Promise<number> => {
  const query = 'MATCH (n) RETURN count(n)';
  const { body } = await asked('graphs/cypher', { method: 'POST', body: { query } });
  return (body.data as { literals: { value: number }[] }).literals[0]!.value;
};

const paths = async (start: string, end: string, more = '') => {
  const path = `graphs/shortest-path?start_node=${start}&end_node=${end}${more}`;
  const { status, body } = await asked(path);
  const { nodes = {}, ...rest } = (body.data ?? {}) as { nodes?: Record<string, { objectId: string }> };
  const idOf = (key: string) => nodes[key]!.objectId;
  const { stub } = rest as { stub?: { hidden: true; sources: string[]; targets: string[] } };
  const shown = stub && { hidden: stub.hidden, from: stub.sources.map(idOf), to: stub.targets.map(idOf) };
  return [status, Object.values(nodes).map(({ objectId }) => objectId), { ...rest, stub: shown }];
};

describe('the environments of an account', () => {
  it('are all for a new account, and shown', async () => {
    const response = await service.app.call('GET', `/api/v2/accounts/${id}`);
    expect(await response.json()).toMatchObject({ data: { environments: null, sees_nodes_of_none: false } });
  });

  it.each([
    [{}, 'body.ids'],
    [{ ids: [] }, 'body.ids'],
    [{ ids: ['x'.repeat(257)] }, 'body.ids.0'],
    [{ ids: Array.from({ length: 201 }, (_, index) => `e${index}`) }, 'body.ids'],
    [{ all: false }, 'body.all'],
    [{ all: true, ids: ['S-1'] }, 'body.all'],
    [{ ids: ['S-1'], none: 'yes' }, 'body.none'],
  ])('are refused as %j', async (body, context) => {
    const answer = await put(body);
    expect([answer.status, answer.body.errors[0]!.context.replace(/^body\.ids\b.*/, 'body.ids')]).toEqual([
      400,
      context.replace(/\.0$/, ''),
    ]);
  });

  it('are not set for roles that see everything', async () => {
    const { id: admin } = await service.app.app.get(AccountsService).getByName('a-administrator');
    const { status, body } = await put({ ids: [seenDomain] }, admin);
    expect([status, body.errors[0]!.code]).toEqual([400, 'account.not_limitable']);
  });

  it('limit what the account sees, without another login', async () => {
    const [before, nodes] = [await asked('search?query=ADA&limit=100'), await cypherCount()];
    expect((await names('query=ADA')).length).toBeGreaterThan(1);
    const { status, body } = await put({ ids: [seenDomain.toLowerCase()] });
    expect([status, body.data]).toMatchObject([200, { environments: [seenDomain], sees_nodes_of_none: false }]);
    expect(await names('query=ADA')).toEqual(['ADA@OAK.LOCAL']);
    const after = await asked('search?query=ADA&limit=100');
    expect(after.etag).not.toEqual(before.etag);
    expect(await cypherCount()).toBeLessThan(nodes);
    expect((await asked('search?query=QUETZAL')).body).toMatchObject({ count: 0 });
    expect((await asked(`users/${service.hidden.user}`)).status).toBe(404);
    expect((await asked(`users/${seenDomain}-110`)).status).toBe(200);
  });

  it('leave a stub of paths over objects that the account does not see', async () => {
    const [finn, ada] = [`${seenDomain}-115`, `${seenDomain}-110`];
    const stub = { hidden: true, from: [finn], to: [ada] };
    expect(await paths(finn, ada)).toEqual([200, [ada, finn], { edges: [], truncated: false, stub }]);
    expect(await paths(finn, ada, '&paths=3')).toEqual([
      200,
      [ada, finn],
      { edges: [], truncated: false, paths: [], stub },
    ]);
    const [, , direct] = await paths(ada, `${seenDomain}-1201`);
    expect(direct).toMatchObject({ edges: [{ kind: 'MemberOf' }], stub: undefined });
    expect((await paths(finn, ada, `&exclude_node=${seenDomain}-111`))[0]).toBe(404);
    expect((await paths(ada, finn))[0]).toBe(404);
  });

  it('say so in each answer of the graph', async () => {
    const { body } = await asked(`graphs/reachable?start_node=${seenDomain}-110`);
    expect(body['notes']).toContainEqual(expect.stringMatching(/^the account sees a part of the graph/));
  });

  it('take permissions away', async () => {
    const { body } = await asked('self');
    expect(body.data).toMatchObject({
      environments: [seenDomain],
      permissions: ['self:manage', 'graph:read', 'tokens:manage-own', 'queries:run', 'queries:read', 'queries:write'],
    });
    const uploads = await asked('file-upload');
    expect([uploads.status, uploads.body.errors[0]!.code]).toEqual([403, 'permission.denied']);
    const runs = await asked('analysis/runs');
    expect([runs.status, runs.body.errors[0]!.code]).toEqual([403, 'permission.limited_account']);
  });

  it('limit its API tokens', async () => {
    const { status, body } = await asked('tokens', { method: 'POST', body: { token_name: 'script' } });
    expect(status).toBe(201);
    const token: SigningToken = body.data;
    const get = (target: string) => signedFetch(service.app.url, token, 'GET', `/api/v2/${target}`);
    const found = (await (await get('search?query=ADA&limit=100')).json()) as Answer['body'];
    expect((found.data as { name: string }[]).map(({ name }) => name)).toEqual(['ADA@OAK.LOCAL']);
    const statuses = [service.hidden.user, 'nobody', `${seenDomain}-110`].map(
      async (it) => (await get(`users/${it}`)).status,
    );
    expect(await Promise.all(statuses)).toEqual([404, 404, 200]);
    expect((await get('analysis/runs')).status).toBe(403);
  });

  it('limit its reading keys, by which programs ask at /mcp', async () => {
    const { body } = await asked('tokens', { method: 'POST', body: { token_name: 'editor', type: 'reading' } });
    const { key }: { key: string } = body.data;
    expect(key).toMatch(/^gwr_/);
    const call = async (name: string, given: object) => {
      const headers = {
        Authorization: `Bearer ${key}`,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        'MCP-Protocol-Version': '2025-11-25',
      };
      const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } };
      const response = await send(service.app.url, 'POST', '/mcp', { headers, body: JSON.stringify(message) });
      const text = (await response.text()).replace(/^(event: message\n)?data: /, '');
      const { result } = JSON.parse(text) as { result: Tool };
      return result;
    };
    const found = await call('find_objects', { query: 'ADA' });
    expect(found.structuredContent).toMatchObject({ count: 1, data: [{ name: 'ADA@OAK.LOCAL' }] });
    const [hidden, absent] = [service.hidden.user, 'nobody'].map((id) => call('describe_object', { object_id: id }));
    expect((await hidden!).content[0]!.text.replace(service.hidden.user, 'nobody')).toBe(
      (await absent!).content[0]!.text,
    );
    const { notes } = (await call('plan', {})).structuredContent as { notes: string[] };
    expect(notes).toContain(limitedNote);
  });

  it('keep the account from a role that sees everything', async () => {
    const response = await service.app.call('PATCH', `/api/v2/accounts/${id}`, { role: 'power_user' });
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { errors: [{ code: 'account.not_limitable', context: 'body.role' }] },
    ]);
  });

  it('may be several, and with nodes of none', async () => {
    const one = await cypherCount();
    await put({ ids: [seenDomain, other] });
    const two = await cypherCount();
    expect(await names('query=LONE')).toEqual([]);
    await put({ ids: [seenDomain, other], none: true });
    expect(await names('query=LONE')).toEqual(['LONE QUETZAL']);
    expect([two > one, (await cypherCount()) > two]).toEqual([true, true]);
  });

  it('are in the audit log', async () => {
    await put({ all: true });
    const response = await service.app.call('GET', '/api/v2/audit?action=eq:account.limit&sort_by=at');
    const { data } = (await response.json()) as { data: { details: object }[] };
    expect(data.map(({ details }) => details)).toEqual([
      { environments: [seenDomain, seenOrganization], none: false },
      { environments: [seenDomain], none: false },
      { environments: [seenDomain, other], none: false },
      { environments: [seenDomain, other], none: true },
      { environments: 'all' },
    ]);
    expect((await names('query=ADA')).length).toBeGreaterThan(1);
  });
});
