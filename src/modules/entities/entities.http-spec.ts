import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Provider } from '@nestjs/common';
import { httpApp, type HttpApp } from '../../../test/support/http-app.js';
import { Clock, SystemClock } from '../../base/clock.js';
import { type DetailedNode, shownNodes, type Tagged } from '../../graph/answers/answer-nodes.js';
import { type EntityPaths, EntityReader } from '../../graph/answers/entity-reader.js';
import type { Versioned } from '../../graph/answers/graph-reader.js';
import { Kind } from '../../graph/kinds/kind-catalogue.js';
import { PropertyLookup } from '../../graph/conditions/property-lookup.js';
import { EnvironmentLookup } from '../../graph/lookups/environment-lookup.js';
import { AssetGroupsService } from '../asset-groups/asset-groups.service.js';
import { rights } from '../../graph/questions/walks/shapes.js';
import { CloudController } from './cloud.controller.js';
import { EntityAnswers } from './entities.answers.js';
import { entityControllers } from './entities.controller.js';
import { EntityAddresses } from './entity-addresses.service.js';
import { NodeLookup } from '../../graph/lookups/node-lookup.js';
import { KindNames } from '../../graph/store/kind-names.js';
import { ConditionsService } from '../conditions/conditions.service.js';
import { EntityGraphs } from './entity-graphs.service.js';
import { EntitiesService } from './entities.service.js';
import { BareEntityGraphs } from '../../compat/graph/bare-entity-graphs.service.js';

const computer = {
  objectid: 'S-1-5-21-1-1001',
  name: 'FS01.BIRCH.LOCAL',
  label: 'Computer',
  kinds: ['Computer', 'Base'],
};
const { objectid, ...others } = computer;
const onWire = { objectID: objectid, ...others };
const linked = { ...onWire, href: '/api/v2/computers/S-1-5-21-1-1001' };
const adminRights = rights([Kind.AdminTo], [Kind.Computer]);

const reader = {
  page: jest.fn<EntityReader['page']>(),
  paths: jest.fn<(...asked: Parameters<EntityReader['paths']>) => Promise<Versioned<EntityPaths<DetailedNode>>>>(),
  counted: jest.fn<EntityReader['counted']>(),
};
const environments = {
  find: (given: string) => Promise.resolve(given === 'birch.local' ? ['S-1'] : []),
  named: () => Promise.resolve([{ objectid: 'S-1', name: 'BIRCH.LOCAL' }]),
};
const groups = {
  systemTags: 'SELECT 1 AS id',
  tierZeroIds: () => Promise.resolve([7, 8]),
};
const node: DetailedNode = {
  ...computer,
  id: 2,
  environment: 'S-1-5-21-1',
  lastSeen: '2026-11-23',
  properties: { operatingsystem: 'WINDOWS SERVER 2022' },
};

const tagged: DetailedNode & Tagged = { ...node, tags: ['admin_tier_0'] };
const user: DetailedNode = { ...node, id: 1, objectid: 'U', name: 'ANN', label: 'User', kinds: ['User', 'Base'] };
const userOnWire = { objectID: 'U', name: 'ANN', label: 'User', kinds: ['User', 'Base'] };

function appOf(...more: readonly Provider[]): Promise<HttpApp> {
  return httpApp(
    [...entityControllers, CloudController],
    [
      EntitiesService,
      EntityAnswers,
      EntityAddresses,
      { provide: EntityReader, useValue: reader },
      { provide: AssetGroupsService, useValue: groups },
      { provide: EnvironmentLookup, useValue: environments },
      ConditionsService,
      { provide: Clock, useClass: SystemClock },
      { provide: KindNames, useValue: { list: () => Promise.resolve({ version: 1, kinds: [] }) } },
      { provide: NodeLookup, useValue: { find: () => Promise.resolve(new Map()) } },
      { provide: PropertyLookup, useValue: { exists: () => Promise.resolve(true) } },
      ...more,
    ],
  );
}

beforeEach(() => Object.values(reader).forEach((method) => method.mockReset()));

describe('entities over HTTP', () => {
  let http: HttpApp;
  beforeAll(async () => {
    http = await appOf();
  });
  afterAll(() => http.close());
  const get = (path: string) => fetch(`${http.url}/api/v2/${path}`);

  it('lists ten computers by name by default', async () => {
    reader.page.mockResolvedValueOnce({ version: 7, answer: { count: 41, entities: [computer] } });
    const response = await get('users/s-1-5-21-1-1104/admin-rights');
    expect(response.status).toBe(200);
    expect(response.headers.get('Graph-Version')).toBe('7');
    expect(await response.json()).toEqual({ count: 41, skip: 0, limit: 10, data: [onWire] });
    expect(reader.page).toHaveBeenCalledWith(
      { objectid: 's-1-5-21-1-1104', place: 'path.object_id', noun: 'user', kinds: [Kind.User], walk: adminRights },
      {
        skip: 0,
        limit: 10,
        order: [{ by: 'name', descending: false }],
      },
      [],
    );
  });

  it.each([
    ['users', 'User'],
    ['groups', 'Group'],
    ['computers', 'Computer'],
  ] as const)('returns the admin rights of %s', async (path, kind) => {
    reader.page.mockResolvedValueOnce({ version: 7, answer: { count: 0, entities: [] } });
    expect((await get(`${path}/X/admin-rights`)).status).toBe(200);
    expect(reader.page.mock.calls[0]?.[0]).toEqual({
      objectid: 'X',
      place: 'path.object_id',
      noun: kind.toLowerCase(),
      kinds: [Kind[kind]],
      walk: adminRights,
    });
  });

  it('pages and sorts the list and ignores a repeated column', async () => {
    reader.page.mockResolvedValueOnce({ version: 7, answer: { count: 3, entities: [] } });
    const response = await get(
      'users/X/admin-rights?type=list&skip=5&limit=2&sort_by=-label&sort_by=objectID&sort_by=label',
    );
    expect(await response.json()).toEqual({ count: 3, skip: 5, limit: 2, data: [] });
    expect(reader.page.mock.calls[0]?.[1]).toEqual({
      skip: 5,
      limit: 2,
      order: [
        { by: 'label', descending: true },
        { by: 'objectid', descending: false },
      ],
    });
  });

  it('returns the paths with type=graph', async () => {
    const edge = { source: 'U', target: 'S-1-5-21-1-1001', kind: 'AdminTo' };
    reader.paths.mockResolvedValueOnce({
      version: 7,
      answer: {
        nodes: [user, node],
        edges: [{ source: user, kind: 'AdminTo', target: node }],
        edgeCount: 1,
        truncated: true,
      },
    });
    const response = await get('groups/g/admin-rights?type=graph');
    expect(await response.json()).toEqual({ data: { nodes: [userOnWire, onWire], edges: [edge], truncated: true } });
    expect(reader.paths).toHaveBeenCalledWith(
      { objectid: 'g', place: 'path.object_id', noun: 'group', kinds: [Kind.Group], walk: adminRights },
      5000,
      shownNodes,
    );
  });

  it('returns 400 for list parameters with type=graph', async () => {
    const response = await get('users/X/admin-rights?type=graph&skip=0&limit=10&sort_by=name');
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      errors: ['sort_by', 'skip', 'limit'].map((name) => ({
        code: 'query.conflicting_parameters',
        context: `query.${name}`,
        message: 'applies to type=list only',
      })),
    });
  });

  it('returns 400 with each unknown parameter', async () => {
    const response = await get('users/X/admin-rights?type=count&limit=10001&sort_by=kinds&name=eq:x');
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      errors: [
        { code: 'query.invalid_value', context: 'query.type', message: '"count" is not valid; it takes list or graph' },
        {
          code: 'list.unsortable',
          context: 'query.sort_by',
          message: `"kinds" can't be sorted by; sortable are name, objectID, label`,
        },
        {
          code: 'query.invalid_value',
          context: 'query.limit',
          message: '"10001" is not valid; it takes an integer from 0 to 10000',
        },
        { context: 'query.name' },
      ],
    });
  });

  it('counts a list with type=count, and refuses that for admin rights', async () => {
    reader.page.mockResolvedValueOnce({ version: 7, answer: { count: 41, entities: [] } });
    const response = await get('users/U/rdp-rights?type=count');
    expect([response.status, await response.json()]).toEqual([200, { data: { count: 41 } }]);
    expect(reader.page).toHaveBeenCalledWith(
      {
        objectid: 'U',
        place: 'path.object_id',
        noun: 'user',
        kinds: [Kind.User],
        walk: rights([Kind.CanRDP], [Kind.Computer]),
      },
      { skip: 0, limit: 0, order: [] },
    );
    const refused = await get('users/U/rdp-rights?type=count&limit=1');
    expect(await refused.json()).toMatchObject({
      errors: [{ context: 'query.limit', message: 'applies to type=list only' }],
    });
  });

  it('asks for nodes of tier zero among the results of such a list', async () => {
    reader.page.mockResolvedValueOnce({ version: 7, answer: { count: 0, entities: [] } });
    expect((await get('gpos/G/tier-zero')).status).toBe(200);
    expect(reader.page.mock.calls[0]?.[0]).toMatchObject({ objectid: 'G', kinds: [Kind.GPO], among: [7, 8] });
  });

  it('limits a list to a domain and to tier zero, except for admin rights', async () => {
    reader.page.mockResolvedValueOnce({ version: 7, answer: { count: 0, entities: [] } });
    expect((await get('users/U/controllers?environment=birch.local&tier_zero=true')).status).toBe(200);
    expect(reader.page.mock.calls[0]?.[0]).toMatchObject({ within: ['S-1'], among: [7, 8] });
    const unknown = await get('users/U/controllers?environment=elm.local');
    expect([unknown.status, await unknown.json()]).toMatchObject([
      400,
      { errors: [{ message: 'there is no environment "elm.local"; there are BIRCH.LOCAL' }] },
    ]);
    const refused = await get('users/U/admin-rights?tier_zero=true');
    expect([refused.status, await refused.json()]).toMatchObject([400, { errors: [{ context: 'query.tier_zero' }] }]);
  });

  it('returns an entity with its properties and the lengths of its lists', async () => {
    reader.counted.mockResolvedValueOnce({ version: 7, answer: { node: tagged, counts: [1, 2, 3, 4] } });
    const response = await get('ous/O');
    expect(response.headers.get('Graph-Version')).toBe('7');
    expect(await response.json()).toEqual({
      data: {
        kinds: ['Computer', 'Base'],
        props: {
          objectid: computer.objectid,
          name: computer.name,
          operatingsystem: 'WINDOWS SERVER 2022',
          system_tags: 'admin_tier_0',
        },
        computers: 1,
        gpos: 2,
        groups: 3,
        users: 4,
      },
    });
    reader.counted.mockResolvedValueOnce({ version: 7, answer: { node: tagged, counts: [] } });
    const { data } = (await (await get('ous/O?counts=false')).json()) as { data: object };
    expect(Object.keys(data)).toEqual(['kinds', 'props']);
    expect(reader.counted.mock.calls.map(([, walks]) => walks.length)).toEqual([4, 0]);
  });

  it('finds entities of any kind by /base', async () => {
    reader.counted.mockResolvedValueOnce({ version: 7, answer: { node: tagged, counts: [1, 2] } });
    expect(await (await get('base/X')).json()).toMatchObject({ data: { controllables: 1, controllers: 2 } });
    expect(reader.counted.mock.calls[0]?.[0]).toEqual({ objectid: 'X', place: 'path.object_id', noun: 'entity' });
  });

  describe('of the cloud', () => {
    it('returns an entity with the lengths of its lists', async () => {
      reader.counted.mockResolvedValueOnce({ version: 7, answer: { node: tagged, counts: [1, 2, 3] } });
      expect(await (await get('cloud/roles?object_id=r')).json()).toMatchObject({
        data: { activeAssignments: 1, pimAssignments: 2, roleApprovers: 3 },
      });
      expect(reader.counted.mock.calls[0]?.[0]).toEqual({
        objectid: 'r',
        place: 'query.object_id',
        noun: 'role',
        kinds: [Kind.AZRole],
      });
    });

    it('returns pages of a hundred of a list, its paths and its length', async () => {
      reader.page.mockResolvedValue({ version: 7, answer: { count: 1, entities: [computer] } });
      reader.paths.mockResolvedValueOnce({
        version: 7,
        answer: { nodes: [node], edges: [], edgeCount: 0, truncated: false },
      });
      const asked = 'cloud/tenants?object_id=T&related_entity_type=descendent-users';
      expect(await (await get(asked)).json()).toEqual({ count: 1, skip: 0, limit: 100, data: [linked] });
      expect(await (await get(`${asked}&type=count`)).json()).toEqual({ data: { count: 1 } });
      expect(await (await get(`${asked}&type=graph`)).json()).toEqual({
        data: { nodes: [onWire], edges: [], truncated: false },
      });
    });

    it.each([
      ['cloud/planets?object_id=T', ['path.entity_type']],
      ['cloud/users', ['query.object_id']],
      ['cloud/users?object_id=', ['query.object_id']],
      ['cloud/users?object_id=U&related_entity_type=descendent-users&limit=2', ['query.related_entity_type']],
      ['cloud/users?object_id=U&type=graph&limit=2', ['query.type', 'query.limit']],
      ['cloud/users?object_id=U&related_entity_type=roles&counts=false', ['query.counts']],
      ['cloud/users?object_id=U&related_entity_type=roles&type=count&skip=1', ['query.skip']],
    ])('refuses %s', async (path, places) => {
      const response = await get(path);
      expect(response.status).toBe(400);
      const { errors } = (await response.json()) as { errors: { context: string }[] };
      expect(errors.map(({ context }) => context)).toEqual(places);
    });
  });
});

describe('entities over HTTP with COMPAT', () => {
  it('returns paths as the map of BloodHound', async () => {
    const http = await appOf({ provide: EntityGraphs, useClass: BareEntityGraphs });
    const edges = [{ source: user, kind: 'AdminTo', target: node }];
    const edgeOfMap = { id1: '1', id2: '2', label: { text: 'AdminTo' }, end2: { arrow: true }, data: {} };
    reader.paths.mockResolvedValueOnce({
      version: 7,
      answer: { nodes: [user, node], edges, edgeCount: 1, truncated: true },
    });
    const response = await fetch(`${http.url}/api/v2/users/U/admin-rights?type=graph`);
    expect(response.headers.get('graph-truncated')).toBe('true');
    expect(await response.json()).toMatchObject({
      1: { data: { objectid: 'U', name: 'ANN', nodetype: 'User' }, label: { text: 'ANN' } },
      2: { data: { operatingsystem: 'WINDOWS SERVER 2022', nodetype: 'Computer' } },
      rel_1_AdminTo_2: edgeOfMap,
    });
    reader.paths.mockResolvedValueOnce({
      version: 7,
      answer: {
        nodes: [],
        edges: Array.from({ length: 2000 }, (_, index) => ({ ...edges[0]!, kind: `Kind${index}` })),
        edgeCount: 2000,
        truncated: false,
      },
    });
    const large = await fetch(`${http.url}/api/v2/users/U/admin-rights?type=graph`);
    const expected = Array.from({ length: 2000 }, (_, index) => `Kind${index}`);
    expect(await large.json()).toEqual(
      Object.fromEntries(expected.map((kind) => [`rel_1_${kind}_2`, { ...edgeOfMap, label: { text: kind } }])),
    );
    await http.close();
  });
});
