import { once } from 'node:events';
import { get, type IncomingMessage, type ServerResponse } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestApp, testApp } from '../../../test/support/app.js';
import { parseCsv } from '../../../test/support/csv.js';
import { login } from '../../../test/support/signed-client.js';
import { until } from '../../../test/support/until.js';
import type { Role } from '../../auth/permissions.js';
import { described, edge } from '../../graph/graph-records.fixture.js';
import { writeGraph } from '../../graph/graph.fixture.js';
import { READER_TIMEOUT } from '../stream-answer.js';

/** Longer than two pages of the export. */
const many = 4500;

/** So that what is sent does not fit into the buffers of a connection. */
const bytes = 5000;

const kindsIn = (text: string) => parseCsv(text).map(([, kind]) => kind);
const kinds = async (response: Response) => kindsIn(await response.text());
const kindNames = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => `Kind${String(first + index).padStart(6, '0')}`);

describe('a list as CSV', () => {
  let app: TestApp;
  let bearer: string;

  beforeAll(async () => {
    app = await testApp({ edition: 'community' });
    bearer = await bearerOf('administrator');
  });
  afterAll(() => app.close());
  afterEach(() => app.database.query('TRUNCATE custom_node'));

  async function bearerOf(role: Role): Promise<string> {
    await app.as(role, 'bearer', 'GET', '/api/v2/self');
    return login(app.url, `a-${role}`, `the password of ${role}`);
  }

  /** @param length of the name of each icon */
  const insert = (first: number, count: number, length = 10) =>
    app.database.query(
      `INSERT INTO custom_node (kind_name, icon_type, icon_name, icon_color)
       SELECT 'Kind' || lpad(n::text, 6, '0'), 'font-awesome', repeat('x', ${length}), '#FFFFFF'
       FROM generate_series(${first}, ${first + count - 1}) n`,
    );

  const call = (query: string, headers: Record<string, string> = {}, method = 'GET') =>
    app.as('administrator', 'bearer', method, `/api/v2/custom-nodes${query}`, {
      headers: { Accept: 'text/csv', ...headers },
    });

  /** Begins a download and reads only its first bytes. */
  async function begin(
    headers: Record<string, string> = {},
  ): Promise<{ rest: () => Promise<string>; leave: () => void }> {
    const request = get(`${app.url}/api/v2/custom-nodes?sort_by=kindName`, {
      headers: { Accept: 'text/csv', Authorization: `Bearer ${bearer}`, ...headers },
      agent: false,
    });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(200);
    return {
      rest: async () => {
        const chunks: Buffer[] = [];
        for await (const chunk of response) chunks.push(chunk as Buffer);
        return Buffer.concat(chunks).toString();
      },
      leave: () => request.destroy(),
    };
  }

  it('has all rows if no limit is given, in the order asked for', async () => {
    await insert(1, many);
    const response = await call('?sort_by=-kindName');
    expect(response.headers.get('Content-Disposition')).toBe('attachment; filename="custom-nodes.csv"');
    expect(response.headers.get('Vary')).toBe('Accept, Accept-Encoding');
    expect(await kinds(response)).toEqual(['kindName', ...kindNames(1, many).toReversed()]);
    expect(await kinds(await call('?sort_by=kindName&skip=4000'))).toEqual(['kindName', ...kindNames(4001, 500)]);
  });

  it('has one page if a limit is given, and only the header for a limit of 0', async () => {
    await insert(1, 30);
    expect(await kinds(await call('?sort_by=kindName&skip=3&limit=2'))).toEqual(['kindName', ...kindNames(4, 2)]);
    expect(await kinds(await call('?limit=0'))).toEqual(['kindName']);
    expect(await kinds(await call('?kindName=none'))).toEqual(['kindName']);
  });

  it.each([
    ['text/csv;charset=utf-8', true],
    ['text/csv; header=present; charset=UTF-8', true],
    ['application/json;q=0.5, text/csv', true],
    ['text/csv;header=absent', false],
    ['text/csv;charset=latin1', false],
    ['text/csv;q=0', false],
    ['text/csv;q=0.5, application/json', false],
    ['text/*', false],
    ['*/*', false],
  ])('is sent if Accept is %s: %s', async (accept, isCsv) => {
    const response = await call('', { Accept: accept });
    expect(response.headers.get('Content-Type')).toBe(
      isCsv ? 'text/csv; charset=utf-8; header=present' : 'application/json; charset=utf-8',
    );
  });

  it('is compressed if the client accepts that', async () => {
    await insert(1, many);
    const response = await call('?sort_by=kindName', { 'Accept-Encoding': 'gzip' });
    expect(response.headers.get('Content-Encoding')).toBe('gzip');
    const text = gunzipSync(Buffer.from(await response.arrayBuffer())).toString();
    expect(kindsIn(text)).toEqual(['kindName', ...kindNames(1, many)]);
    const plain = await call('', { 'Accept-Encoding': 'identity' });
    expect([plain.headers.get('Content-Encoding'), (await kinds(plain)).length]).toEqual([null, many + 1]);
  });

  it('answers HEAD with the headers alone', async () => {
    await insert(1, many);
    const response = await call('', {}, 'HEAD');
    expect([response.status, response.headers.get('Content-Type'), await response.text()]).toEqual([
      200,
      'text/csv; charset=utf-8; header=present',
      '',
    ]);
  });

  it('is of one state, whatever changes while it is sent', async () => {
    await insert(1000, many, bytes);
    const download = await begin();
    await insert(1, 900);
    await app.database.query(`DELETE FROM custom_node WHERE kind_name >= 'Kind003000'`);
    expect(kindsIn(await download.rest())).toEqual(['kindName', ...kindNames(1000, many)]);
  });

  it('may be listened to by all who wait for its end', async () => {
    await insert(1, many, bytes);
    const asked = once(app.app.getHttpServer(), 'request');
    const download = await begin({ 'Accept-Encoding': 'gzip', Prefer: 'wait=300' });
    const [, response] = (await asked) as [IncomingMessage, ServerResponse];
    // Node prints a warning if there are more. A service that was started by its command has one more (open-connections.ts).
    expect(response.getMaxListeners()).toBeGreaterThan(response.listenerCount('close'));
    download.leave();
  });

  it('gives its connection back if the client leaves', async () => {
    await insert(1, many, bytes);
    const download = await begin();
    expect(app.database.connections().busy).toBeGreaterThan(0);
    download.leave();
    await until(() => app.database.connections().busy === 0);
  });

  it('ends with the time limit of the request, so that the client sees that it is incomplete', async () => {
    await insert(1, many, bytes);
    const download = await begin({ Prefer: 'wait=4' });
    await until(() => app.database.connections().busy === 0);
    await expect(download.rest()).rejects.toThrow('aborted');
  });

  it('refuses a third long list of a principal, and a fifth of all', async () => {
    await insert(1, many, bytes);
    const downloads = await Promise.all([begin(), begin()]);
    const third = await call('');
    expect([third.status, third.headers.get('Retry-After')]).toEqual([429, '5']);
    expect(await third.json()).toMatchObject({
      errors: [{ code: 'rate_limit.too_many_questions', message: '2 long lists are being sent to you as CSV' }],
    });
    expect((await call('?limit=1')).status).toBe(200);
    expect(await kinds(await call('?sort_by=kindName&skip=4402'))).toEqual(['kindName', ...kindNames(4403, 98)]);
    expect((await call('?skip=4400')).status).toBe(429);
    const other = { Authorization: `Bearer ${await bearerOf('auditor')}` };
    downloads.push(...(await Promise.all([begin(other), begin(other)])));
    const fifth = await app.as('power_user', 'bearer', 'GET', '/api/v2/custom-nodes', {
      headers: { Accept: 'text/csv' },
    });
    expect([fifth.status, fifth.headers.get('Retry-After')]).toEqual([503, '5']);
    expect(await fifth.json()).toMatchObject({
      errors: [{ code: 'server.overloaded', message: 'too many long lists are being sent as CSV' }],
    });
    for (const { leave } of downloads) leave();
    await until(async () => {
      const response = await call('', {}, 'HEAD');
      return response.status === 200;
    });
  });

  it('ends if its reader takes nothing for a while', async () => {
    await insert(1, many, bytes);
    app.app.set(READER_TIMEOUT, 1000);
    const download = await begin();
    await until(() => app.database.connections().busy === 0);
    await expect(download.rest()).rejects.toThrow('aborted');
    app.app.set(READER_TIMEOUT, 15_000);
  });

  it('has all pages of a list of the graph from one version', async () => {
    const computers = Array.from({ length: many }, (_, index) => String(10_000 + index));
    await writeGraph(app.database, [
      described('U', ['User', 'Base']),
      ...computers.flatMap((id) => [
        described(id, ['Computer', 'Base'], { name: `PC${id}` }),
        edge('U', 'AdminTo', id),
      ]),
    ]);
    const path = '/api/v2/users/U/admin-rights';
    // The graph is read as a whole after so large a change.
    await until(async () => (await app.as('administrator', 'bearer', 'GET', path)).status === 200);
    const response = await app.as('administrator', 'bearer', 'GET', path, { headers: { Accept: 'text/csv' } });
    expect(Number(response.headers.get('Graph-Version'))).toBeGreaterThan(0);
    const [header, ...rows] = parseCsv(await response.text());
    expect(header).toEqual(['objectID', 'name', 'label', 'kinds']);
    expect(rows).toEqual(computers.map((id) => [id, `PC${id}`, 'Computer', '["Computer","Base"]']));
    const graph = await app.as('administrator', 'bearer', 'GET', `${path}?type=graph`, {
      headers: { Accept: 'text/csv' },
    });
    expect(graph.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
    const { data } = (await graph.json()) as { data: { nodes: object[]; edges: object[]; truncated: boolean } };
    expect(data.nodes.slice(0, 2)).toMatchObject([{ objectID: 'U' }, { objectID: computers[0] }]);
    expect(data.edges.at(-1)).toEqual({ source: 'U', target: computers.at(-1), kind: 'AdminTo' });
    expect([data.nodes.length, data.edges.length, data.truncated]).toEqual([many + 1, many, false]);
  });

  it('has all rows of a list of a cloud entity', async () => {
    const members = Array.from({ length: 12 }, (_, index) => `M${10 + index}`);
    await writeGraph(app.database, [
      described('AG', ['AZGroup', 'AZBase']),
      ...members.flatMap((id) => [described(id, ['AZUser', 'AZBase'], { name: id }), edge(id, 'AZMemberOf', 'AG')]),
    ]);
    const target = '/api/v2/cloud/groups?object_id=AG&related_entity_type=group-members';
    const list = async (more: string) => {
      const response = await app.as('administrator', 'bearer', 'GET', target + more, {
        headers: { Accept: 'text/csv' },
      });
      return parseCsv(await response.text())
        .slice(1)
        .map(([id]) => id);
    };
    expect(await list('')).toEqual(members);
    expect(await list('&skip=9')).toEqual(members.slice(9));
    expect(await list('&limit=3')).toEqual(members.slice(0, 3));
  });
});
