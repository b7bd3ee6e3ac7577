import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { httpApp, type HttpApp } from '../../../test/support/http-app.js';
import { GraphReader } from '../../graph/graph-reader.js';
import { EntitiesController } from './entities.controller.js';
import { EntitiesService } from './entities.service.js';

const computer = {
  objectid: 'S-1-5-21-1-1001',
  name: 'FS01.BIRCH.LOCAL',
  label: 'Computer',
  kinds: ['Computer', 'Base'],
};
const onWire = {
  objectID: 'S-1-5-21-1-1001',
  name: 'FS01.BIRCH.LOCAL',
  label: 'Computer',
  kinds: ['Computer', 'Base'],
};

const graph = {
  adminRights: jest.fn<GraphReader['adminRights']>(),
  adminRightsGraph: jest.fn<GraphReader['adminRightsGraph']>(),
};

describe('admin rights over HTTP', () => {
  let http: HttpApp;
  beforeAll(async () => {
    http = await httpApp([EntitiesController], [EntitiesService, { provide: GraphReader, useValue: graph }]);
  });
  afterAll(() => http.close());
  beforeEach(() => {
    for (const method of Object.values(graph)) method.mockReset();
  });

  const get = (path: string) => fetch(`${http.url}/api/v2/${path}`);

  it('lists ten computers by name by default', async () => {
    graph.adminRights.mockResolvedValueOnce({ version: 7, answer: { count: 41, entities: [computer] } });
    const response = await get('users/s-1-5-21-1-1104/admin-rights');
    expect(response.status).toBe(200);
    expect(response.headers.get('Graph-Version')).toBe('7');
    expect(await response.json()).toEqual({ count: 41, skip: 0, limit: 10, data: [onWire] });
    expect(graph.adminRights).toHaveBeenCalledWith('User', 'S-1-5-21-1-1104', {
      skip: 0,
      limit: 10,
      order: [{ by: 'name', descending: false }],
    });
  });

  it.each([
    ['users', 'User'],
    ['groups', 'Group'],
    ['computers', 'Computer'],
  ] as const)('returns the admin rights of %s', async (path, kind) => {
    graph.adminRights.mockResolvedValueOnce({ version: 7, answer: { count: 0, entities: [] } });
    expect((await get(`${path}/X/admin-rights`)).status).toBe(200);
    expect(graph.adminRights.mock.calls[0]?.slice(0, 2)).toEqual([kind, 'X']);
  });

  it('pages and sorts the list and ignores a repeated column', async () => {
    graph.adminRights.mockResolvedValueOnce({ version: 7, answer: { count: 3, entities: [] } });
    const response = await get(
      'users/X/admin-rights?type=list&skip=5&limit=2&sort_by=-label&sort_by=objectID&sort_by=label',
    );
    expect(await response.json()).toEqual({ count: 3, skip: 5, limit: 2, data: [] });
    expect(graph.adminRights.mock.calls[0]?.[2]).toEqual({
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
    graph.adminRightsGraph.mockResolvedValueOnce({
      version: 7,
      answer: { nodes: [computer], edges: [edge], truncated: true },
    });
    const response = await get('groups/g/admin-rights?type=graph');
    expect(await response.json()).toEqual({ data: { nodes: [onWire], edges: [edge], truncated: true } });
    expect(graph.adminRightsGraph).toHaveBeenCalledWith('Group', 'G', 5000);
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

  it.each(['users/nobody/admin-rights', 'users/nobody/admin-rights?type=graph'])('returns 404 for %s', async (path) => {
    graph.adminRights.mockResolvedValueOnce(null);
    graph.adminRightsGraph.mockResolvedValueOnce(null);
    const response = await get(path);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      http_status: 404,
      errors: [
        {
          code: 'resource.not_found',
          context: 'path.object_id',
          message: 'there is no user with the object id "nobody"',
        },
      ],
    });
  });
});
