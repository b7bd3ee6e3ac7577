import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestApp, testApp } from '../../../test/support/app.js';
import { AccountsService } from '../../auth/accounts/accounts.service.js';
import type { Role } from '../../auth/permissions.js';
import { AnalysisService } from '../../analysis/analysis.service.js';
import { described, edge, whole } from '../../graph/graph-records.fixture.js';
import { writeGraph } from '../../graph/graph.fixture.js';
import type { PictureState } from './picture-state.dto.js';
import { PicturesRepository } from './pictures.repository.js';

interface Picture {
  readonly id: string;
  readonly name: string | null;
  readonly state: PictureState;
  readonly gone: number;
  readonly changes: unknown;
  readonly scope: string;
}

interface Wire {
  readonly data: Picture & readonly Picture[];
  readonly errors: readonly { readonly code: string; readonly context: string }[];
}

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const anyId = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

const state = {
  boxes: [
    { layer: 0, objects: ['ADA'], marked: true, y: -20.5, note: 'begin here\nthen there' },
    { layer: 1, objects: ['PC', 'FAR', 'LOST'], hidden: true },
    { layer: -1, objects: [], neighbours: { of: 'ADA', direction: 'in', relationship_kind: 'GenericAll' } },
    { layer: -1, objects: [], neighbours: { of: 'FAR', direction: 'in', relationship_kind: 'GenericAll' } },
  ],
  hidden_kinds: ['MemberOf'],
  view: { x: 1, y: -2.5, zoom: 0.5 },
} satisfies PictureState;

function neighboursOf(of: string, kind: string) {
  return { layer: 0, objects: [], neighbours: { of, direction: 'in', relationship_kind: kind } };
}

describe('pictures', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await testApp({ edition: 'community' });
    await writeGraph(app.database, [
      described('S-1', ['Domain', 'Base'], { name: 'BIRCH', domainsid: 'S-1', collected: true }),
      described('S-2', ['Domain', 'Base'], { name: 'OAK', domainsid: 'S-2', collected: true }),
      described('ADA', ['User', 'Base'], { name: 'ADA', domainsid: 'S-1' }),
      described('PC', ['Computer', 'Base'], { name: 'PC', domainsid: 'S-1' }),
      described('FAR', ['User', 'Base'], { name: 'FAR', domainsid: 'S-2' }),
      edge('PC', 'GenericAll', 'ADA'),
      edge('FAR', 'GenericWrite', 'PC'),
      edge('FAR', 'Rune', 'PC'),
    ]);
    const { id } = await self('read_only');
    const limit = { environments: ['S-1'], seesNodesOfNone: false };
    await app.app.get(AccountsService).limit(id, limit);
  });
  afterAll(() => app.close());

  async function call(role: Role, method: string, path: string, body?: unknown): Promise<[status: number, body: Wire]> {
    const options = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await app.as(role, 'signature', method, `/api/v2/${path}`, options);
    const text = await response.text();
    return [response.status, text === '' ? undefined : JSON.parse(text)];
  }

  async function faultsOf(...asked: Parameters<typeof call>): Promise<unknown[]> {
    const [status, { errors }] = await call(...asked);
    return [status, ...errors.map(({ code, context }) => `${code} ${context}`)];
  }

  const self = async (role: Role) => (await call(role, 'GET', 'self'))[1].data;

  async function keep(role: Role, name: string | null = null): Promise<string> {
    const [status, { data }] = await call(role, 'POST', 'pictures', { name, state });
    expect([status, data]).toMatchObject([201, { name }]);
    return data.id;
  }

  async function unnamed(): Promise<string[]> {
    const [, { data }] = await call('auditor', 'GET', 'pictures?name=eq:null&sort_by=created_at');
    return data.map(({ id }) => id);
  }

  const open = async (role: Role, id: string) => (await call(role, 'GET', `pictures/${id}`))[1].data;

  it('are kept, opened, renamed and deleted by their account', async () => {
    const id = await keep('user');
    const { id: account } = await self('user');
    const row = { id, created_at: time, updated_at: time, user_id: account, name: null, public: false, scope: 'owned' };
    expect(id).toEqual(anyId);
    const [ada, folded, more] = state.boxes;
    expect(await call('user', 'GET', `pictures/${id}`)).toEqual([
      200,
      {
        data: {
          ...row,
          state: { ...state, boxes: [ada, { ...folded, objects: ['PC', 'FAR'] }, more, state.boxes[3]] },
          gone: 1,
          changes: [],
          shared_to_user_ids: [],
        },
        analysed_at: null,
        stale_since: null,
        notes: ['tier zero has no members: no analysis has run'],
      },
    ]);
    expect(await call('user', 'PATCH', `pictures/${id}`, { name: 'Ways of Ada' })).toEqual([
      200,
      { data: { ...row, name: 'Ways of Ada' } },
    ]);
    const small = { boxes: [{ layer: 0, objects: ['ada'] }] };
    await call('user', 'PATCH', `pictures/${id}`, { state: small });
    expect(await open('user', id)).toMatchObject({
      name: 'Ways of Ada',
      state: { boxes: [{ layer: 0, objects: ['ADA'] }] },
      gone: 0,
    });
    expect((await call('user', 'GET', 'pictures?name=~eq:ways'))[1]).toMatchObject({ count: 1, data: [{ id }] });
    expect(await call('user', 'PATCH', `pictures/${id}`, { name: null })).toMatchObject([
      200,
      { data: { name: null } },
    ]);
    expect(await call('user', 'DELETE', `pictures/${id}`)).toEqual([204, undefined]);
    expect(await faultsOf('user', 'GET', `pictures/${id}`)).toEqual([404, 'resource.not_found path.picture_id']);
    const log = "SELECT action, details FROM audit_log WHERE action LIKE 'picture.%' ORDER BY id";
    expect(await app.database.query(log)).toEqual([
      { action: 'picture.create', details: { name: null, id } },
      { action: 'picture.update', details: { changed: ['name'] } },
      { action: 'picture.update', details: { changed: ['name'] } },
      { action: 'picture.delete', details: {} },
    ]);
  });

  it('are opened with the eyes of the reader, and never name what the reader does not see', async () => {
    const id = await keep('user', 'Shared');
    expect(await faultsOf('read_only', 'GET', `pictures/${id}`)).toEqual([404, 'resource.not_found path.picture_id']);
    const { id: reader } = await self('read_only');
    const share = `pictures/${id}/permissions`;
    expect(await call('user', 'PUT', share, { user_ids: [reader] })).toEqual([204, undefined]);
    expect(await open('read_only', id)).toMatchObject({
      scope: 'shared',
      state: { boxes: [{ objects: ['ADA'] }, { objects: ['PC'] }, { neighbours: { of: 'ADA' } }] },
      gone: 2,
      shared_to_user_ids: [],
    });
    expect(await open('user', id)).toMatchObject({ shared_to_user_ids: [reader] });
    const listed = async (scope: string) =>
      (await call('read_only', 'GET', `pictures?scope=${scope}`))[1].data.map((it) => [it.name, it.scope]);
    expect([await listed('shared'), await listed('public')]).toEqual([[['Shared', 'shared']], []]);
    expect(await call('user', 'PUT', share, { public: true })).toEqual([204, undefined]);
    expect([await listed('all'), await listed('owned')]).toEqual([[['Shared', 'public']], []]);
    const refused = [409, 'resource.protected path.picture_id'];
    expect(await faultsOf('read_only', 'PATCH', `pictures/${id}`, { name: 'Mine' })).toEqual(refused);
    expect(await faultsOf('read_only', 'DELETE', `pictures/${id}`)).toEqual(refused);
    expect((await call('read_only', 'PUT', share, {}))[0]).toBe(403);
    expect(await faultsOf('power_user', 'PUT', share, {})).toEqual(refused);
    const nobody = { user_ids: ['00000000-0000-4000-8000-000000000000'] };
    expect(await faultsOf('user', 'PUT', share, nobody)).toEqual([400, 'body.invalid_value body.user_ids']);
    expect(await call('user', 'PUT', share, {})).toEqual([204, undefined]);
    expect(await listed('all')).toEqual([]);
    expect(await faultsOf('power_user', 'PUT', share, {})).toEqual([404, 'resource.not_found path.picture_id']);
  });

  it('have neither neighbours nor kinds of edges that the reader does not see', async () => {
    const [seen, ...others] = [
      neighboursOf('ADA', 'GenericAll'),
      neighboursOf('PC', 'GenericWrite'),
      neighboursOf('PC', 'Rune'),
    ];
    const drawn = { boxes: [seen, ...others], hidden_kinds: ['MemberOf', 'Rune'] };
    const [, { data }] = await call('user', 'POST', 'pictures', { state: drawn });
    await call('user', 'PUT', `pictures/${data.id}/permissions`, { public: true });
    expect((await open('user', data.id)).state).toEqual(drawn);
    expect((await open('read_only', data.id)).state).toEqual({ boxes: [seen], hidden_kinds: ['MemberOf'] });
    await call('user', 'DELETE', `pictures/${data.id}`);
  });

  it('list the edges that came and went since they were drawn, as far as the reader sees them', async () => {
    const incoming = { of: 'incoming', kind: 'AdminTo' } as const;
    const write = (...parts: Parameters<typeof writeGraph>[1]) => writeGraph(app.database, parts);
    await write(edge('ADA', 'AdminTo', 'PC'), whole('PC', incoming), edge('PC', 'HasSession', 'FAR'));
    await app.app.get(AnalysisService).run();
    const drawn = Number((await app.call('GET', '/api/v2/graphs/summary')).headers.get('graph-version'));
    const kept = { state: { ...state, graph_version: drawn } };
    const [, { data }] = await call('user', 'POST', 'pictures', kept);
    expect(await open('user', data.id)).toMatchObject({ state: { graph_version: drawn }, changes: [] });
    await write(edge('FAR', 'AdminTo', 'PC'), whole('PC', incoming), edge('ADA', 'Owns', 'FAR'));
    const changed = [
      { change: 'went', source: 'ADA', kind: 'AdminTo', target: 'PC' },
      { change: 'came', source: 'ADA', kind: 'Owns', target: 'FAR' },
      { change: 'came', source: 'FAR', kind: 'AdminTo', target: 'PC' },
    ];
    expect((await open('user', data.id)).changes).toEqual(changed);
    await call('user', 'PUT', `pictures/${data.id}/permissions`, { public: true });
    expect((await open('read_only', data.id)).changes).toEqual(changed.slice(0, 1));
    await call('user', 'PATCH', `pictures/${data.id}`, { state: { ...kept.state, graph_version: 0 } });
    expect((await open('user', data.id)).changes).toBeNull();
    await call('user', 'DELETE', `pictures/${data.id}`);
  });

  it.each([
    [{ name: 'Names' }, 'body.missing_property body.state'],
    [
      { state: { boxes: [{ layer: 0, objects: ['A'], name: 'ADA' }] } },
      'body.unknown_property body.state.boxes.0.name',
    ],
    [{ state: { boxes: [{ layer: 0, objects: [] }] } }, 'body.invalid_value body.state.boxes.0'],
    [
      {
        state: {
          boxes: [{ layer: 0, objects: ['A'], neighbours: { of: 'A', direction: 'in', relationship_kind: 'X' } }],
        },
      },
      'body.invalid_value body.state.boxes.0',
    ],
    [{ state: { boxes: [{ layer: 0, objects: ['a', 'A'] }] } }, 'body.invalid_value body.state.boxes'],
    [{ state: { boxes: [{ layer: 3001, objects: ['A'] }] } }, 'body.invalid_value body.state.boxes.0.layer'],
    [{ state: { boxes: [], view: { x: 0, y: 0, zoom: 0 } } }, 'body.invalid_value body.state.view.zoom'],
    [{ state: { boxes: [], graph_version: -1 } }, 'body.invalid_value body.state.graph_version'],
    [{ state: { boxes: [null] } }, 'body.invalid_value body.state.boxes.0'],
    [{ name: '', state: { boxes: [] } }, 'body.invalid_value body.name'],
  ])('are refused for %j', async (body, fault) => {
    expect(await faultsOf('user', 'POST', 'pictures', body)).toEqual([400, fault]);
  });

  it('have 256 KiB and 3,000 objects at most', async () => {
    const objects = Array.from({ length: 1501 }, (_, index) => `O${index}`);
    const two = [0, 1].map((layer) => ({ layer, objects: objects.map((it) => `${layer}${it}`) }));
    expect(await faultsOf('user', 'POST', 'pictures', { state: { boxes: two } })).toEqual([
      400,
      'body.invalid_value body.state.boxes',
    ]);
    const long = { layer: 0, objects: objects.map((it) => it.padEnd(180, 'x')) };
    expect((await call('user', 'POST', 'pictures', { state: { boxes: [long] } }))[0]).toBe(413);
  });

  it('are a hundred an account: the oldest unnamed one makes room', async () => {
    const { id: account } = await self('auditor');
    await app.database.query(
      `INSERT INTO picture (id, account_id, name, state, updated_at)
       SELECT md5(n::text)::uuid, $1, CASE WHEN n > 2 THEN 'picture ' || n END, '{"boxes": []}', now() - n * interval '1 hour'
       FROM generate_series(1, 100) n`,
      [account],
    );
    const before = await unnamed();
    const [first, second] = [await keep('auditor'), await keep('auditor')];
    expect(before).toHaveLength(2);
    expect(await unnamed()).toEqual([first, second]);
    await app.database.query('UPDATE picture SET name = id::text WHERE account_id = $1', [account]);
    expect(await faultsOf('auditor', 'POST', 'pictures', { state })).toEqual([409, 'resource.limit_reached pictures']);
  });

  it('expire 30 days after their last change if they have no name', async () => {
    await app.database.query('DELETE FROM picture');
    const [old, named, young] = [await keep('user'), await keep('user', 'Stays'), await keep('user')];
    await app.database.query("UPDATE picture SET updated_at = now() - interval '2 days' WHERE id <> $1", [young]);
    expect(await app.app.get(PicturesRepository).deleteExpired(new Date(Date.now() - 86_400_000))).toBe(1);
    const rows = await app.database.query<{ id: string }>('SELECT id FROM picture ORDER BY name IS NULL, id');
    expect(rows.map(({ id }) => id)).toEqual([named, young]);
    expect(old).toEqual(anyId);
  });
});
