import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ReferenceWorld } from '../../../test/compat/reference-world.js';
import { maxResults } from './lists.js';

const zero = '0001-01-01T00:00:00Z';

const spec = (action: string, sid: string) => ({ selector_name: `the ${sid}`, sid, action });

interface Row {
  readonly [name: string]: unknown;
}

const names = (rows: readonly Row[]) => rows.map(({ name }) => name);

describe('answers and parameters, under COMPAT=bloodhound', () => {
  let world: ReferenceWorld;

  beforeAll(async () => {
    world = await ReferenceWorld.create();
  });
  afterAll(() => world.close());

  async function get(path: string): Promise<Row & { data: Row & Row[] }> {
    const response = await world.call('GET', { path: `/api/v2${path}` });
    expect([path, response.status]).toEqual([path, 200]);
    return (await response.json()) as Row & { data: Row & Row[] };
  }

  async function list(path: string, name: string): Promise<Row[]> {
    return (await get(path)).data[name] as Row[];
  }

  async function readyJobs(query: string): Promise<number> {
    const answer = await world.call('GET', { path: `/api/v2/jobs/available?${query}`, by: 'collector' });
    expect(answer.status).toBe(200);
    return ((await answer.json()) as { data: Row[] }).data.length;
  }

  it('return the list in a member of data, without a count if the list has no pages', async () => {
    expect(await get('/asset-groups')).toEqual({
      data: { asset_groups: [1, 2, 3].map((id) => expect.objectContaining({ id })) },
    });
    expect(await get('/asset-groups?limit=1&skip=1')).toEqual({
      count: 3,
      skip: 1,
      limit: 1,
      data: { asset_groups: [expect.objectContaining({ id: 2 })] },
    });
    expect(Object.keys(await get('/tokens'))).toEqual(['data']);
    expect(names(await list('/tokens', 'tokens'))).toContain('nightly');
    expect(await get('/asset-groups/3/members')).toEqual({
      count: 1,
      skip: 0,
      limit: 100,
      data: {
        members: [
          {
            asset_group_id: 3,
            object_id: 'S-1-5-21-1-2-3-1104',
            name: 'ALICE',
            primary_kind: 'User',
            kinds: ['User', 'Base'],
            environment_id: 'S-1-5-21-1-2-3',
            environment_kind: 'Domain',
            custom_member: true,
          },
        ],
      },
    });
  });

  it('filter and sort by the names of the reference product', async () => {
    const { data: self } = await get('/self');
    expect(await list('/audit?actor_name=eq:a-administrator&sort_by=-created_at&limit=1', 'logs')).toMatchObject([
      {
        actor_id: self['id'],
        actor_name: 'a-administrator',
        status: 'success',
        fields: { resource: expect.any(String) },
      },
    ]);
    expect(await list('/audit?before=2020-01-01T00:00:00%2B02:00', 'logs')).toEqual([]);
    expect(await list('/audit?after=2036-01-01T00:00:00Z', 'logs')).toEqual([]);
    expect(
      (await list('/audit?after=2020-01-01T00:00:00Z&before=2036-01-01T00:00:00Z', 'logs')).length,
    ).toBeGreaterThan(3);
    expect(await list('/asset-groups/3/members?object_id=eq:X', 'members')).toEqual([]);
    expect(
      (await list('/asset-groups/3/members?environment_kind=eq:Domain&sort_by=-object_id', 'members')).length,
    ).toBe(1);
    expect(names((await get('/clients?ip_address=neq:x&sort_by=-created_at')).data)).toEqual(['collector']);
  });

  it('filter short lists by any column', async () => {
    expect(names(await list('/roles?sort_by=-name&id=lte:3', 'roles'))).toEqual(['User', 'Read-Only', 'Administrator']);
    expect(names(await list('/roles?name=~eq:only', 'roles'))).toEqual(['Read-Only', 'Upload-Only']);
    const permissions = await list('/permissions?authority=eq:graphdb&sort_by=-name', 'permissions');
    expect(names(permissions)).toEqual(['Write', 'Read', 'IngestRead', 'IngestManage', 'Ingest']);
    const counted = '/asset-groups?member_count=gt:0&sort_by=-member_count&name=neq:Owned';
    expect(names(await list(counted, 'asset_groups'))).toEqual(['Admin Tier Zero', 'Mine']);
    expect(await list('/tokens?hmac_method=eq:other', 'tokens')).toEqual([]);
    expect(await readyJobs('status=eq:0&start_time=eq:null&hydrate_ous=false')).toBe(1);
    expect(await readyJobs('session_collection=eq:true')).toBe(0);
  });

  it('return no deleted records', async () => {
    expect(await get('/clients?deleted_at=gt:2020-01-01T00:00:00Z')).toEqual({
      count: 0,
      skip: 0,
      limit: 100,
      data: [],
    });
    expect((await get('/clients?deleted_at=eq:null'))['count']).toBe(1);
  });

  it('return 400 with the place of a malformed filter', async () => {
    const answer = await world.call('GET', { path: '/api/v2/roles?id=eq:x&created_at=eq:today' });
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { http_status: 400, errors: [{ context: 'query.id' }, { context: 'query.created_at' }] },
    ]);
  });

  it('treat limit=0 as no limit, and return 400 if the list exceeds one answer', async () => {
    await world.app.database.query(
      `INSERT INTO job (client_id, client_name, execution_time, start_time, end_time, status, status_message,
         domain_controller, session_collection, local_group_collection, ad_structure_collection,
         cert_services_collection, ca_registry_collection, dc_registry_collection, all_trusted_domains, ous, domains,
         created_at, updated_at)
       SELECT $1, 'collector', now(), now(), now(), 'complete', '', '', true, false, false, false, false, false, false,
         '{}', '{}', now(), now() FROM generate_series(1, 150)`,
      [world.client.id],
    );
    const page = await get('/jobs/finished?limit=0');
    expect([page['count'], page['limit'], page.data.length]).toEqual([151, 0, 151]);
    expect((await get('/jobs/finished')).data.length).toBe(100);
    expect((await get('/jobs')).data.length).toBe(152);
    expect((await get('/jobs/finished?limit=20000'))['limit']).toBe(20_000);
    await world.app.database.query(
      `WITH selector AS (INSERT INTO asset_group_selector (asset_group_id, name) VALUES (3, 'many') RETURNING id)
       INSERT INTO asset_group_seed (selector_id, object_id) SELECT id, 'X-' || n FROM selector, generate_series(1, $1) n`,
      [maxResults],
    );
    await world.app.database.query(
      `INSERT INTO node (objectid, kind, kinds, name, described, last_seen)
       SELECT 'X-' || n, kind, kinds, 'x', true, current_date FROM generate_series(1, $1) n,
         (SELECT kind, kinds FROM node WHERE name = 'ALICE') alice`,
      [maxResults],
    );
    const answer = await world.call('GET', { path: '/api/v2/asset-groups/3/members?limit=0' });
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      {
        errors: [
          {
            context: 'query.limit',
            message: `there are ${maxResults + 1} results, and one answer has at most ${maxResults} of them; ask for pages with skip and limit`,
          },
        ],
      },
    ]);
  });

  it('return the account of the caller as a user with its roles', async () => {
    await world.app.database.query(
      "UPDATE account SET first_name = 'Ada', last_name = 'Lovelace' WHERE name = 'a-administrator'",
    );
    const { data } = await get('/self');
    expect(data).toMatchObject({
      principal_name: 'a-administrator',
      email_address: null,
      first_name: 'Ada',
      last_name: 'Lovelace',
      roles: [{ id: 1, name: 'Administrator', created_at: zero }],
      deleted_at: { Time: zero, Valid: false },
      AuthSecret: null,
      eula_accepted: true,
    });
    const [role] = data['roles'] as { permissions: Row[] }[];
    expect(role?.permissions[1]).toMatchObject({ id: 2, authority: 'app', name: 'WriteAppConfig' });
  });

  it('return only the ids of objects if hydration is off', async () => {
    const ids = [{ objectid: 'OU-1' }];
    expect((await get('/events?hydrate_ous=false&hydrate_domains=false')).data[0]).toMatchObject({ ous: ids });
    expect((await get('/events')).data[0]).toMatchObject({ ous: [{ objectid: 'OU-1', name: 'STAFF', exists: true }] });
    const events = (await get('/clients?hydrate_ous=false')).data[0]?.['events'];
    expect(events).toMatchObject([{ ous: ids }]);
  });

  it('return the reason of each fault of a file', async () => {
    expect((await get('/file-upload/1/completed-tasks')).data).toMatchObject([
      {
        file_name: 'upload.json',
        parent_file_name: '',
        errors: [expect.stringMatching(/^data\.0\.ObjectIdentifier: /)],
      },
    ]);
  });
});

describe('bodies, under COMPAT=bloodhound', () => {
  let world: ReferenceWorld;

  beforeAll(async () => {
    world = await ReferenceWorld.create();
  });
  afterAll(() => world.close());

  async function put(path: string, body: unknown): Promise<{ status: number; body: Row }> {
    const response = await world.call('PUT', { path: `/api/v2${path}`, body });
    return { status: response.status, body: (await response.json()) as Row };
  }

  it('add and remove single selectors', async () => {
    expect(await put('/asset-groups/2/selectors', [spec('add', 'a-1'), spec('add', 'A-2')])).toMatchObject({
      status: 201,
      body: {
        data: {
          added_selectors: [
            { asset_group_id: 2, name: 'the a-1', selector: 'a-1', deleted_at: { Time: zero, Valid: false } },
            { selector: 'A-2' },
          ],
          removed_selectors: [],
        },
      },
    });
    expect(await put('/asset-groups/2/selectors', [spec('remove', 'a-1'), spec('add', 'A-2')])).toMatchObject({
      status: 201,
      body: { data: { added_selectors: [], removed_selectors: [{ selector: 'a-1' }] } },
    });
    const { data } = (await (await world.call('GET', { path: '/api/v2/asset-groups/2' })).json()) as { data: Row };
    expect(data['selectors']).toMatchObject([{ selector: 'A-2' }]);
  });

  it('return 400 for a selector with another action, or that is not an object', async () => {
    expect(
      await put('/asset-groups/2/selectors', [{ selector_name: 'x', sid: 'X', action: 'replace' }, 7]),
    ).toMatchObject({
      status: 400,
      body: { errors: [{ context: 'body.add.0.action' }, { context: 'body.add.1' }] },
    });
    expect(await put('/asset-groups/2', [])).toMatchObject({
      status: 400,
      body: { errors: [{ context: 'body', message: 'the body is not a JSON object' }] },
    });
  });

  it('replace the selectors in our own form', async () => {
    expect(await put('/asset-groups/2/selectors', { selectors: [] })).toMatchObject({
      body: { data: { selectors: [] } },
    });
  });

  it.each([
    ['DC9', 'DC9'],
    [{ string: 'DC9', valid: true }, 'DC9'],
    [{ string: '', valid: false }, 'DC1'],
    [null, 'DC1'],
  ])('set the domain controller of a job from %j', async (domain_controller, taken) => {
    const client = await world.make('POST', '/clients', {
      name: world.name(),
      type: 'sharphound',
      domain_controller: 'DC1',
    });
    const body = { ad_structure_collection: true, domain_controller };
    expect(await world.make('POST', `/clients/${client.id}/jobs`, body)).toMatchObject({ domain_controller: taken });
  });
});
