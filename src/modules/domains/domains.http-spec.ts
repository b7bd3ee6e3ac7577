import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { schemes, type TestApp, testApp } from '../../../test/support/app.js';
import { FakeClock } from '../../../test/support/fake-clock.js';
import { OpenApiJudge } from '../../../test/support/openapi.js';
import { DataQualityDomainEntity } from '../../analysis/data-quality/data-quality-domain.entity.js';
import { described } from '../../graph/graph-records.fixture.js';
import { writeGraph } from '../../graph/graph.fixture.js';
import { DataSource } from 'typeorm';

const collected = 'S-1-5-21-1-2-3';
const referenced = 'S-1-5-21-4-5-6';
const gone = 'S-1-5-21-7-8-9';
const runId = '6f1c2a34-0000-4000-8000-000000000002';

const counts = {
  users: 1,
  groups: 2,
  computers: 3,
  ous: 4,
  containers: 5,
  gpos: 6,
  aiacas: 7,
  rootcas: 8,
  enterprisecas: 9,
  ntauthstores: 10,
  certtemplates: 11,
  issuancepolicies: 12,
  sites: 16,
  siteservers: 17,
  sitesubnets: 18,
  acls: 13,
  sessions: 14,
  relationships: 15,
};

// The verification of signatures uses this clock too.
const now = new Date();
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60 * 1000);
const iso = (days: number) => daysAgo(days).toISOString();
/** Days of collections, in UTC. */
const day = (days: number) => `${iso(days).slice(0, 10)}T00:00:00.000Z`;

describe.each(['community', 'enterprise'] as const)('domains of Active Directory in the %s edition', (edition) => {
  let app: TestApp;
  let judge: OpenApiJudge;
  const clock = new FakeClock(now.toISOString());

  beforeAll(async () => {
    app = await testApp({ edition, clock });
    judge = await OpenApiJudge.of(app.url);
    await writeGraph(
      app.database,
      [
        described(collected, ['Domain', 'Base'], { name: 'BIRCH.LOCAL', collected: true }),
        described(referenced, ['Domain', 'Base'], { name: 'OAK.LOCAL' }),
        described('S-1-5-21-1-2-3-1104', ['User', 'Base']),
      ],
      { day: daysAgo(11).toISOString().slice(0, 10) },
    );
    const rows = [40, 3, 2, 1].map((days) => ({ domainsid: collected, at: daysAgo(days) }));
    await app.app
      .get(DataSource)
      .getRepository(DataQualityDomainEntity)
      .insert(
        rows.concat({ domainsid: gone, at: daysAgo(5) }).map(({ domainsid, at }) => ({
          domainsid,
          runId,
          createdAt: at,
          updatedAt: at,
          ...counts,
          sessionCompleteness: 0.25,
          localGroupCompleteness: 1,
        })),
      );
  });
  afterAll(() => app.close());

  const path = '/api/v2/ad-domains';
  const statsPath = `${path}/{domain_id}/data-quality-stats`;

  async function get(target: string, template: string, status = 200, scheme: (typeof schemes)[number] = 'signature') {
    const response = await app.as('read_only', scheme, 'GET', target);
    expect(response.status).toBe(status);
    expect(await judge.faultsOf('GET', template, response)).toEqual([]);
    return (await response.json()) as { count: number; data: Record<string, unknown>[]; errors: object[] };
  }
  const stats = (query = '', id = collected) => get(`${path}/${id}/data-quality-stats${query}`, statsPath);
  const times = async (query: string) => (await stats(query)).data.map(({ created_at }) => created_at);

  it.each(schemes)('lists the present and the former domains of the graph, by %s', async (scheme) => {
    expect(await get(path, path, 200, scheme)).toEqual({
      count: 3,
      skip: 0,
      limit: 100,
      data: [
        { domainsid: collected, name: 'BIRCH.LOCAL', collected: true, last_seen: day(11) },
        { domainsid: referenced, name: 'OAK.LOCAL', collected: false, last_seen: day(11) },
        { domainsid: gone, name: gone, collected: false, last_seen: iso(5) },
      ],
    });
  });

  it('filters and sorts the list', async () => {
    const page = await get(`${path}?collected=eq:false&sort_by=-domainsid`, path);
    expect(page.data.map(({ domainsid }) => domainsid)).toEqual([gone, referenced]);
  });

  it.each(schemes)('returns statistics in the shape of the API, by %s', async (scheme) => {
    const target = `${path}/${gone.toLowerCase()}/data-quality-stats`;
    expect(await get(target, statsPath, 200, scheme)).toEqual({
      count: 1,
      skip: 0,
      limit: 100,
      start: iso(30),
      end: iso(0),
      data: [
        {
          id: 5,
          created_at: iso(5),
          updated_at: iso(5),
          deleted_at: { time: null, valid: false },
          domainsid: gone,
          ...counts,
          session_completeness: 0.25,
          local_group_completeness: 1,
          run_id: runId,
        },
      ],
    });
  });

  it('returns the statistics from start (inclusive) to end (exclusive), newest first', async () => {
    expect(await times('')).toEqual([iso(1), iso(2), iso(3)]);
    expect(await times(`?start=${iso(40)}&end=${iso(2)}`)).toEqual([iso(3), iso(40)]);
    expect(await times(`?end=${iso(30)}`)).toEqual([]);
  });

  it('sorts and pages statistics and counts the rows of the range', async () => {
    const page = await stats('?sort_by=updated_at&skip=1&limit=1');
    expect([page.count, page.data.map(({ created_at }) => created_at)]).toEqual([3, [iso(2)]]);
  });

  it('returns no statistics for a domain that is known by reference only', async () => {
    expect(await stats('', referenced)).toMatchObject({ count: 0, data: [] });
  });

  it('returns 404 for an unknown domain and for the id of another object', async () => {
    for (const id of ['S-1-5-21-0', 'S-1-5-21-1-2-3-1104'])
      expect((await get(`${path}/${id}/data-quality-stats`, statsPath, 404)).errors).toEqual([
        { code: 'resource.not_found', context: 'path.domain_id', message: `there is no domain "${id}"` },
      ]);
  });

  it('returns 400 with each malformed parameter, and for a range that ends before it starts', async () => {
    const malformed = await get(
      `${path}/${collected}/data-quality-stats?sort_by=users&start=yesterday&end=2026-02-30T00:00:00Z&limit=-1&users=3`,
      statsPath,
      400,
    );
    expect(malformed.errors.map((fault) => String(Reflect.get(fault, 'context'))).toSorted()).toEqual([
      'query.end',
      'query.limit',
      'query.sort_by',
      'query.start',
      'query.users',
    ]);
    const backwards = await get(
      `${path}/${collected}/data-quality-stats?start=2026-02-01T00:00:00Z&end=2026-01-01T00:00:00Z`,
      statsPath,
      400,
    );
    expect(backwards.errors).toEqual([
      {
        code: 'query.invalid_value',
        context: 'query.start',
        message: 'the start 2026-02-01T00:00:00.000Z is after the end 2026-01-01T00:00:00.000Z',
      },
    ]);
  });
});
