import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestApp, testApp } from '../../test/support/app.js';
import { bearerFetch, login, send, signedFetch, type SigningToken } from '../../test/support/signed-client.js';
import { until } from '../../test/support/until.js';
import { AccountsService } from '../auth/accounts/accounts.service.js';
import { collectedFiles, estate } from './programs.fixture.js';

const keyword = 'bhesignature';
const password = 'correct horse battery staple';
const zero = '0001-01-01T00:00:00Z';

type Row = Readonly<Record<string, unknown>>;

function shortestPath(start: string, end: string): string {
  return `/graphs/shortest-path?start_node=${start}&end_node=${end}&relationship_kinds=in:MemberOf,AddMember,AdminTo`;
}

/** The calls that open-source programs of the reference product make, in their order. */
describe('a program made for the reference product', () => {
  let app: TestApp;
  let token: SigningToken;

  beforeAll(async () => {
    app = await testApp({ environment: { COMPAT: 'bloodhound' }, runsTasks: true });
    await app.app.get(AccountsService).create({ name: 'admin-of-tests', email: null, role: 'administrator', password });
    await upload();
  });
  afterAll(() => app.close());

  /** By name and password: log in, create a token, send files, wait until they are analysed. */
  async function upload(): Promise<void> {
    const bearer = await login(app.url, 'admin-of-tests', password);
    const call = async (method: string, path: string, body?: object) => {
      const options = body === undefined ? {} : { body: JSON.stringify(body) };
      const answer = await bearerFetch(app.url, bearer, method, `/api/v2${path}`, options);
      const text = await answer.text();
      return { status: answer.status, data: text === '' ? undefined : (JSON.parse(text) as { data: Row }).data };
    };
    const { data: self } = await call('GET', '/self');
    const made = await call('POST', '/tokens', { token_name: 'program', user_id: self!['id'] });
    expect([made.status, made.data]).toEqual([
      200,
      expect.objectContaining({ id: expect.any(String), key: expect.any(String) }),
    ]);
    token = { id: String(made.data!['id']), key: String(made.data!['key']) };
    const started = await call('POST', '/file-upload/start', {});
    expect(started.status).toBe(201);
    const id = Number(started.data!['id']);
    for (const file of collectedFiles) expect((await call('POST', `/file-upload/${id}`, file)).status).toBe(202);
    expect((await call('POST', `/file-upload/${id}/end`)).status).toBe(200);
    const newest = async () => {
      const { data } = await call('GET', '/file-upload?skip=0&limit=10&sort_by=-id');
      return (data as unknown as Row[])[0]!;
    };
    await until(async () => (await newest())['status'] === 2, 60);
    expect(await newest()).toMatchObject({ id, user_email_address: null, total_files: 5, failed_files: 0 });
    const { data: tasks } = await call('GET', `/file-upload/${id}/completed-tasks`);
    expect((tasks as unknown as Row[]).map(({ errors }) => errors)).toEqual([[], [], [], [], []]);
    await until(async () => (await call('GET', '/datapipe/status')).data!['status'] === 'idle', 60);
  }

  /** A signed call. */
  async function call(method: string, path: string, body?: unknown): Promise<{ status: number; body: Row }> {
    const options = { keyword, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const answer = await signedFetch(
      app.url,
      token,
      method,
      path.startsWith('/api/') ? path : `/api/v2${path}`,
      options,
    );
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? {} : (JSON.parse(text) as Row) };
  }

  async function get<T = Row>(path: string): Promise<T> {
    const { status, body } = await call('GET', path);
    expect([path, status]).toEqual([path, 200]);
    return body['data'] as T;
  }

  async function cypher(query: string) {
    const { status, body } = await call('POST', '/graphs/cypher', { query, include_properties: true });
    return { status, ...(body['data'] as { nodes: Record<string, Row>; edges: Row[]; literals: Row[] }) };
  }

  it('tests its connection', async () => {
    expect(await get('/api/version')).toMatchObject({ API: { current_version: 'v2' }, product_edition: 'enterprise' });
    expect(await get('/self')).toMatchObject({ principal_name: 'admin-of-tests', roles: [{ name: 'Administrator' }] });
    expect(await get<Row[]>('/features')).toContainEqual(expect.objectContaining({ key: 'adcs', enabled: true }));
    const unsigned = await send(app.url, 'GET', '/api/v2/self', {});
    expect(unsigned.status).toBe(401);
  });

  it('reports on each domain', async () => {
    const domains = await get<Row[]>('/available-domains');
    const rowan = { type: 'active-directory', name: 'ROWAN.LOCAL', id: estate.domain, collected: true };
    expect(domains).toEqual([{ ...rowan, impactValue: null }]);
    const [quality] = await get<Row[]>(`/ad-domains/${estate.domain}/data-quality-stats?limit=1&sort_by=-created_at`);
    expect(quality).toMatchObject({
      users: 1,
      // Two were collected; the others are well-known ones.
      groups: 14,
      computers: 1,
      ous: 1,
      sessions: 1,
      deleted_at: { Valid: false },
    });
    const [platform] = await get<Row[]>('/platform/ad/data-quality-stats?limit=1');
    expect(platform).toMatchObject({ domains: 1, users: 1, run_id: quality!['run_id'] });
    expect(await get('/completeness')).toEqual({ LocalGroupCompleteness: 1, SessionCompleteness: 1 });
  });

  it('stops at what is not implemented, instead of reading an all-clear', async () => {
    const { status, body } = await call('GET', `/meta-trees/${estate.domain}`);
    expect([status, body['errors']]).toEqual([
      501,
      [{ context: 'path', message: expect.stringContaining('does not mean that there is no data') }],
    ]);
  });

  it('finds a user and marks it as owned', async () => {
    const [alice] = await get<Row[]>('/search?q=alice&type=User');
    expect(alice).toMatchObject({ objectid: estate.alice, type: 'User', name: 'ALICE@ROWAN.LOCAL', system_tags: '' });
    const { asset_groups: groups } = await get<{ asset_groups: Row[] }>('/asset-groups?tag=eq:owned');
    const [owned] = groups;
    const spec = { selector_name: 'alice', sid: estate.alice, action: 'add' };
    expect((await call('PUT', `/asset-groups/${Number(owned!['id'])}/selectors`, [spec])).status).toBe(201);
    const { members } = await get<{ members: Row[] }>(`/asset-groups/${Number(owned!['id'])}/members`);
    expect(members).toEqual([
      expect.objectContaining({ object_id: estate.alice, primary_kind: 'User', environment_id: estate.domain }),
    ]);
    const removal = { ...spec, action: 'remove' };
    expect((await call('PUT', `/asset-groups/${Number(owned!['id'])}/selectors`, [removal])).status).toBe(201);
  });

  it('asks what a user can administer', async () => {
    const { status, body } = await call('GET', `/users/${estate.alice}/admin-rights?skip=0&limit=128&type=list`);
    expect([status, body]).toEqual([
      200,
      {
        count: 1,
        skip: 0,
        limit: 128,
        data: [
          {
            objectID: estate.server,
            name: 'SRV.ROWAN.LOCAL',
            label: 'Computer',
            kinds: expect.arrayContaining(['Computer']),
          },
        ],
      },
    ]);
  });

  it('walks from an object to its lists', async () => {
    const namesOf = async (path: string) =>
      (await get<Row[]>(`${path}?skip=0&limit=100&type=list`)).map(({ objectID }) => objectID);
    const domain = await get<{ props: Row; users: number; computers: number }>(`/domains/${estate.domain}?counts=true`);
    expect([domain.props['name'], domain.users, domain.computers]).toEqual(['ROWAN.LOCAL', 1, 1]);
    expect(await namesOf(`/domains/${estate.domain}/users`)).toEqual([estate.alice]);
    expect(await namesOf(`/groups/${estate.helpdesk}/members`)).toEqual([estate.alice]);
    expect(await namesOf(`/groups/${estate.admins}/controllers`)).toEqual([estate.alice, estate.helpdesk]);
    expect(await namesOf(`/computers/${estate.server}/admin-users`)).toEqual([estate.alice, estate.helpdesk]);
    expect(await namesOf(`/computers/${estate.server}/sessions`)).toEqual([estate.alice]);
    expect(await namesOf(`/users/${estate.alice}/controllables`)).toEqual([estate.admins]);
    expect((await call('GET', '/users/S-1-5-21-7-7-7-9999')).status).toBe(404);
  });

  it('asks for the shortest path, and for one that does not exist', async () => {
    const { nodes, edges } = await get<{ nodes: Record<string, Row>; edges: Row[] }>(
      shortestPath(estate.alice, estate.admins),
    );
    expect(
      edges.map(({ source, kind, target }) => [nodes[String(source)]!['label'], kind, nodes[String(target)]!['label']]),
    ).toEqual([
      ['ALICE@ROWAN.LOCAL', 'MemberOf', 'HELPDESK@ROWAN.LOCAL'],
      ['HELPDESK@ROWAN.LOCAL', 'AddMember', 'DOMAIN ADMINS@ROWAN.LOCAL'],
    ]);
    expect((await call('GET', shortestPath(estate.admins, estate.alice))).status).toBe(404);
  });

  it('runs queries: nodes and edges by the ids that answers showed, and 404 for no result', async () => {
    expect((await cypher('MATCH (A) WHERE NOT A:MigrationData RETURN A LIMIT 1')).status).toBe(200);
    const { nodes } = await cypher(`MATCH (n) WHERE n.objectid = '${estate.alice}' RETURN n`);
    const [[id, alice] = []] = Object.entries(nodes);
    expect(alice).toMatchObject({ label: 'ALICE@ROWAN.LOCAL', kind: 'User', objectId: estate.alice });
    expect((await cypher(`MATCH (n) WHERE ID(n) = ${id} RETURN n`)).nodes).toEqual({ [id!]: alice });
    const { edges } = await cypher(`MATCH p = (a)-[:MemberOf]->(b) WHERE ID(a) = ${id} RETURN p LIMIT 1`);
    expect(edges).toMatchObject([{ source: id, kind: 'MemberOf', label: 'MemberOf' }]);
    const { literals } = await cypher('MATCH (n:User) RETURN count(n) AS users');
    expect(literals).toEqual([{ key: 'users', value: 1 }]);
    expect((await cypher('MATCH (n:Computer) WHERE n.name = "NOBODY" RETURN n')).status).toBe(404);
  });

  it('manages users', async () => {
    const { users } = await get<{ users: Row[] }>('/bloodhound-users');
    expect(users.map(({ principal_name: name }) => name)).toContain('admin-of-tests');
    const { roles } = await get<{ roles: Row[] }>('/roles');
    const readOnly = roles.find(({ name }) => name === 'Read-Only')!['id'];
    const draft = { principal: 'reader', email_address: 'r@rowan.example', first_name: 'Rea', last_name: 'Der' };
    const { status, body } = await call('POST', '/bloodhound-users', { ...draft, roles: [readOnly] });
    const { id } = body['data'] as { id: string };
    expect([status, body['data']]).toEqual([
      200,
      expect.objectContaining({ principal_name: 'reader', AuthSecret: null }),
    ]);
    const secret = { secret: password, needs_password_reset: false };
    expect((await call('PUT', `/bloodhound-users/${id}/secret`, secret)).status).toBe(200);
    const bearer = await login(app.url, 'reader', password);
    const refused = await bearerFetch(app.url, bearer, 'POST', '/api/v2/clear-database', { body: '{}' });
    expect(refused.status).toBe(403);
    expect((await call('DELETE', `/bloodhound-users/${id}`)).status).toBe(200);
    expect((await call('GET', `/bloodhound-users/${id}`)).status).toBe(404);
  });

  it('registers an icon, replaces it and removes it', async () => {
    const icon = { type: 'font-awesome', name: 'print', color: '#336699' };
    expect((await call('POST', '/custom-nodes', { custom_types: { Printer: { icon } } })).status).toBe(201);
    expect(await get<Row[]>('/custom-nodes')).toEqual([
      { id: expect.any(Number), kindName: 'Printer', config: { icon } },
    ]);
    const changed = { config: { icon: { ...icon, name: 'database' } } };
    expect((await call('PUT', '/custom-nodes/Printer', changed)).status).toBe(200);
    expect(await get('/custom-nodes/Printer')).toMatchObject(changed);
    expect((await call('DELETE', '/custom-nodes/Printer')).status).toBe(200);
    expect(await get<Row[]>('/custom-nodes')).toEqual([]);
  });

  it('keeps its saved queries', async () => {
    const query = { name: 'all users', query: 'MATCH (u:User) RETURN u', description: 'everybody' };
    const { status, body } = await call('POST', '/saved-queries', query);
    expect([status, body['data']]).toEqual([201, expect.objectContaining(query)]);
    const { id } = body['data'] as { id: number };
    expect(await get<Row[]>('/saved-queries')).toEqual([expect.objectContaining({ id, ...query })]);
    expect((await call('DELETE', `/saved-queries/${id}`)).status).toBe(204);
  });

  it('of former days takes its job as a task', async () => {
    const { body: made } = await call('POST', '/clients', { name: 'old', type: 'sharphound' });
    const { id: clientId, token: own } = made['data'] as { id: string; token: SigningToken };
    const { body: ordered } = await call('POST', `/clients/${clientId}/tasks`, { session_collection: true });
    const { id } = ordered['data'] as { id: number };
    const ask = async (method: string, path: string, body?: object) => {
      const options = { keyword, ...(body && { body: JSON.stringify(body) }) };
      const answer = await signedFetch(app.url, own, method, `/api/v2${path}`, options);
      expect([path, answer.status]).toEqual([path, 200]);
      return ((await answer.json()) as { data: Row }).data;
    };
    expect(await ask('GET', '/tasks/available')).toEqual([expect.objectContaining({ id, status: 0 })]);
    expect(await ask('POST', '/tasks/start', { id })).toMatchObject({ id, status: 1, end_time: zero });
    const [listed] = await get<Row[]>('/clients');
    expect(listed).toMatchObject({ current_task_id: id, current_job: { id, status: 1 }, current_task: { id } });
    expect(await ask('GET', '/tasks/current')).toMatchObject({ id });
    expect(await ask('POST', '/tasks/end', { status: 'COMPLETE' })).toMatchObject({ id });
    const completed = await get<Row[]>(`/clients/${clientId}/completed-tasks`);
    expect(completed.map((task) => task['id'])).toEqual([id]);
    expect(await get(`/tasks/${id}/log`)).toEqual({ log: expect.stringContaining('running') });
  });
});
