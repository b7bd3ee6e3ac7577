import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { httpApp, type HttpApp } from '../../../test/support/http-app.js';
import { Clock } from '../../base/clock.js';
import { JsonText } from '../../http/json-text.js';
import { TenantsController } from './tenants.controller.js';
import { EnvironmentsRepository } from '../environments/environments.repository.js';
import { EnvironmentsService } from '../environments/environments.service.js';

const now = new Date('2026-06-30T12:00:00.000Z');
const monthAgo = new Date('2026-05-31T12:00:00.000Z');
const tenant = '6C12B0B0-b2cc-4a73-8252-0b94bfca2145';
const page = new JsonText('{"count":0,"skip":0,"limit":100,"data":[]}');

const repository = {
  listTenants: jest.fn<EnvironmentsRepository['listTenants']>(),
  findId: jest.fn<EnvironmentsRepository['findId']>(),
  listDataQuality: jest.fn<EnvironmentsRepository['listDataQuality']>(),
};

describe('cloud tenants over HTTP', () => {
  let http: HttpApp;
  beforeAll(async () => {
    http = await httpApp(
      [TenantsController],
      [
        EnvironmentsService,
        { provide: EnvironmentsRepository, useValue: repository },
        { provide: Clock, useValue: { now: () => now } },
      ],
    );
  });
  afterAll(() => http.close());
  beforeEach(() => {
    repository.listTenants.mockReset().mockResolvedValue(page);
    repository.findId.mockReset().mockResolvedValue(tenant);
    repository.listDataQuality.mockReset().mockResolvedValue(page);
  });

  const get = (path: string) => fetch(`${http.url}/api/v2/cloud-tenants${path}`);
  const stats = (query = '') => get(`/${tenant}/data-quality-stats${query}`);

  it('lists tenants by name by default', async () => {
    const response = await get('?last_seen=gte:2026-06-01T00:00:00Z');
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ count: 0, skip: 0, limit: 100, data: [] });
    expect(repository.listTenants).toHaveBeenCalledWith({
      filters: [{ column: 'last_seen', predicate: 'gte', value: '2026-06-01T00:00:00Z' }],
      order: [{ column: 'name', descending: false }],
      skip: 0,
      limit: 100,
      flags: {},
    });
  });

  it('returns the statistics of the last thirty days by default, newest first', async () => {
    expect((await stats()).status).toBe(200);
    expect(repository.listDataQuality).toHaveBeenCalledWith(
      'tenant',
      tenant,
      { start: monthAgo, end: now },
      { filters: [], order: [{ column: 'created_at', descending: true }], skip: 0, limit: 100, flags: {} },
    );
  });

  it.each([
    ['?start=2026-01-01T00:00:00%2B02:00', '2025-12-31T22:00:00.000Z'],
    ['?start=2026-01-01T00:00:00+02:00', '2025-12-31T22:00:00.000Z'],
    ['?start=2026-01-01T00:00:00.123456789-05:30', '2026-01-01T05:30:00.123Z'],
    ['?start=2026-01-01t00:00:00z', '2026-01-01T00:00:00.000Z'],
  ])('accepts any offset from UTC: %s', async (query, start) => {
    expect((await stats(query)).status).toBe(200);
    expect(repository.listDataQuality.mock.calls[0]?.[2]).toEqual({ start: new Date(start), end: now });
  });

  it('sorts and pages statistics', async () => {
    await stats('?sort_by=updated_at&sort_by=-created_at&skip=3&limit=0');
    expect(repository.listDataQuality.mock.calls[0]?.[3]).toMatchObject({
      order: [
        { column: 'updated_at', descending: false },
        { column: 'created_at', descending: true },
      ],
      skip: 3,
      limit: 0,
    });
  });

  it('returns 400 with each malformed parameter', async () => {
    const response = await stats('?sort_by=users&start=yesterday&end=2026-02-30T00:00:00Z&limit=-1&users=3');
    expect(response.status).toBe(400);
    const { errors } = (await response.json()) as { errors: { context: string }[] };
    expect(errors.map(({ context }) => context).toSorted()).toEqual([
      'query.end',
      'query.limit',
      'query.sort_by',
      'query.start',
      'query.users',
    ]);
    expect(repository.findId).not.toHaveBeenCalled();
  });

  it('returns 400 for a range that ends before it starts', async () => {
    const response = await stats('?start=2026-02-01T00:00:00Z&end=2026-01-01T00:00:00Z');
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      errors: [
        {
          code: 'query.invalid_value',
          context: 'query.start',
          message: 'the start 2026-02-01T00:00:00.000Z is after the end 2026-01-01T00:00:00.000Z',
        },
      ],
    });
  });

  it('returns 404 for an unknown tenant', async () => {
    repository.findId.mockResolvedValue(null);
    const response = await get('/nobody/data-quality-stats');
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      errors: [{ code: 'resource.not_found', context: 'path.tenant_id', message: 'there is no tenant "nobody"' }],
    });
  });
});
