import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestApp, testApp } from '../../../test/support/app.js';
import { parseCsv } from '../../../test/support/csv.js';
import { OpenApiJudge } from '../../../test/support/openapi.js';
import { until } from '../../../test/support/until.js';
import { described } from '../../graph/graph-records.fixture.js';
import { writeGraph } from '../../graph/graph.fixture.js';

const domain = 'S-1-5-21-1-2-3';
const ofDomain = { domainsid: domain };
const ofTenant = { tenantid: 'T1' };

const estate = [
  described(domain, ['Domain', 'Base'], { ...ofDomain, name: 'BIRCH.LOCAL', distinguishedname: 'DC=BIRCH,DC=LOCAL' }),
  described(`${domain}-512`, ['Group', 'Base'], { ...ofDomain, name: 'DOMAIN ADMINS@BIRCH.LOCAL' }),
  described(`${domain}-1104`, ['User', 'Base'], {
    ...ofDomain,
    name: 'ALICE@BIRCH.LOCAL',
    distinguishedname: 'CN=Alice,OU=Sales,DC=birch,DC=local',
  }),
  described(`${domain}-1105`, ['User', 'Base'], { ...ofDomain, name: 'ALICE2@BIRCH.LOCAL' }),
  described(`${domain}-1001`, ['Computer', 'Base'], { ...ofDomain, name: 'PC-ALICE.BIRCH.LOCAL' }),
  described('A1', ['AZUser', 'AZBase'], { ...ofTenant, name: 'alice@birch.example' }),
  described('T2', ['AZTenant', 'AZBase'], { tenantid: 'T2', name: 'OAK' }),
];

interface Page {
  readonly count: number;
  readonly data: readonly { readonly name: string; readonly objectid: string }[];
  readonly errors: unknown;
}

describe('GET /api/v2/search', () => {
  let app: TestApp;
  let judge: OpenApiJudge;

  beforeAll(async () => {
    app = await testApp({ edition: 'community' });
    judge = await OpenApiJudge.of(app.url);
    await writeGraph(app.database, estate);
    await app.database.query(
      `INSERT INTO selected_node SELECT 1, id, 1 FROM node WHERE objectid IN ('${domain}', '${domain}-512')`,
    );
    await app.call('PUT', '/api/v2/asset-groups/2/selectors', {
      selectors: [{ name: 'alice', selector: `${domain}-1104` }],
    });
  });
  afterAll(() => app.close());

  async function search(query: string): Promise<Page & { readonly status: number; readonly version: string | null }> {
    const response = await app.call('GET', `/api/v2/search?${query}`);
    expect(await judge.faultsOf('GET', '/api/v2/search', response)).toEqual([]);
    const version = response.headers.get('Graph-Version');
    return { status: response.status, version, ...((await response.json()) as Page) };
  }

  const idsOf = async (query: string) => (await search(query)).data.map(({ objectid }) => objectid);
  const namesOf = async (query: string) => (await search(query)).data.map(({ name }) => name);

  it('returns each entity with its kinds, its domain and its tags', async () => {
    const { status, version, count, data } = await search('query=alice@birch.local');
    expect([status, Number(version) > 0, count]).toEqual([200, true, 1]);
    expect(data).toEqual([
      {
        objectid: `${domain}-1104`,
        type: 'User',
        name: 'ALICE@BIRCH.LOCAL',
        distinguishedname: 'CN=Alice,OU=Sales,DC=birch,DC=local',
        system_tags: 'owned',
        kinds: ['User', 'Base'],
        domain: 'BIRCH.LOCAL',
        environment_id: domain,
        tier_zero: false,
        href: `/api/v2/users/${domain}-1104`,
      },
    ]);
    expect((await search('q=A1')).data).toEqual([
      {
        objectid: 'A1',
        type: 'AZUser',
        name: 'alice@birch.example',
        distinguishedname: '',
        system_tags: '',
        kinds: ['AZUser', 'AZBase'],
        domain: 'T1',
        environment_id: 'T1',
        tier_zero: false,
        href: '/api/v2/cloud/users?object_id=A1',
      },
    ]);
  });

  it('orders exact matches, then beginnings, then parts of names', async () => {
    expect(await namesOf('query=alice')).toEqual([
      'ALICE2@BIRCH.LOCAL',
      'ALICE@BIRCH.LOCAL',
      'alice@birch.example',
      'PC-ALICE.BIRCH.LOCAL',
    ]);
    expect(await namesOf('query=Birch.Local')).toEqual([
      'BIRCH.LOCAL',
      'ALICE2@BIRCH.LOCAL',
      'ALICE@BIRCH.LOCAL',
      'DOMAIN ADMINS@BIRCH.LOCAL',
      'PC-ALICE.BIRCH.LOCAL',
    ]);
  });

  it.each([
    ['an object id', `query=${domain}-512`, ['DOMAIN ADMINS@BIRCH.LOCAL']],
    ['the beginning of an object id', `query=s-1-5-21-1-2-3-110`, ['ALICE2@BIRCH.LOCAL', 'ALICE@BIRCH.LOCAL']],
    ['a distinguished name', 'query=cn=alice,ou=sales,dc=birch,dc=local', ['ALICE@BIRCH.LOCAL']],
    ['the beginning of a distinguished name', 'query=cn=al', ['ALICE@BIRCH.LOCAL']],
    ['one letter', 'query=k', ['OAK']],
    ['spaces around a text', 'query=%20oak%20', ['OAK']],
    ['a kind', 'query=alice&type=Computer', ['PC-ALICE.BIRCH.LOCAL']],
    ['several kinds', 'query=alice&type=Computer&type=AZBase', ['alice@birch.example', 'PC-ALICE.BIRCH.LOCAL']],
    ['a domain by name', 'query=a&environment=birch.local&type=Group', ['DOMAIN ADMINS@BIRCH.LOCAL']],
    ['a domain by object id', `query=domain&environment=${domain}`, ['DOMAIN ADMINS@BIRCH.LOCAL']],
    ['a tenant without a node', 'query=alice&environment=t1', ['alice@birch.example']],
    ['tier zero', 'query=b&tier_zero=true', ['BIRCH.LOCAL', 'DOMAIN ADMINS@BIRCH.LOCAL']],
    ['nothing', 'query=nobody', []],
  ])('finds by %s', async (_, query, names) => {
    const page = await search(query);
    expect([page.count, page.data.map(({ name }) => name)]).toEqual([names.length, names]);
  });

  it('pages', async () => {
    const page = await search('query=alice&skip=1&limit=2');
    expect(page).toMatchObject({ count: 4, skip: 1, limit: 2 });
    expect(page.data.map(({ name }) => name)).toEqual(['ALICE@BIRCH.LOCAL', 'alice@birch.example']);
    expect(await search('query=alice&limit=0')).toMatchObject({ count: 4, limit: 0, data: [] });
  });

  it.each([
    [
      '',
      'query.missing_parameter',
      'query.query',
      'is required: the text to find; or give one of type, environment, tier_zero, where',
    ],
    ['query=%20', 'query.invalid_value', 'query.query', 'takes 1 to 1024 characters'],
    [`q=${'x'.repeat(1025)}`, 'query.invalid_value', 'query.q', 'takes 1 to 1024 characters'],
    ['query=a&q=a', 'query.conflicting_parameters', 'query.q', 'is another name of query; send one of them'],
    ['query=a&query=b', 'query.repeated_parameter', 'query.query', 'is given 2 times; it takes one value'],
    [
      'query=a&type=Usr',
      'reference.not_found',
      'query.type',
      expect.stringMatching(
        /^there is no kind "Usr"; did you mean User\? There are User, ADLocalGroup, .* and \d+ more$/,
      ),
    ],
    [
      'query=a&environment=BIRK',
      'reference.not_found',
      'query.environment',
      'there is no environment "BIRK"; there are BIRCH.LOCAL, OAK',
    ],
    [
      'query=a&environment=%00',
      'query.invalid_value',
      'query.environment',
      '"\\u0000" is not valid; it takes a text of 1 to 1024 characters without control characters',
    ],
  ])('returns 400 for %s', async (query, code, context, message) => {
    expect(await search(query)).toMatchObject({ status: 400, errors: [{ code, context, message }] });
  });

  it('returns the entity with exactly the given object id first, and refuses it elsewhere if it is ambiguous', async () => {
    await writeGraph(
      app.database,
      ['00uAbC', '00uABc'].map((id) => described(id, ['Okta_User'], { name: id === '00uAbC' ? 'a' : 'b' })),
    );
    expect(await idsOf('query=00uAbC')).toEqual(['00uAbC', '00uABc']);
    expect(await idsOf('query=00uABc')).toEqual(['00uABc', '00uAbC']);
    const refused = [
      ['/api/v2/base/00uabc', 'path.object_id'],
      ['/api/v2/graphs/shortest-path?start_node=A1&end_node=00uabc', 'query.end_node'],
    ] as const;
    for (const [path, context] of refused) {
      const response = await app.call('GET', path);
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { errors: [{ code: 'reference.ambiguous', context }] },
      ]);
    }
    const body = { name: 'okta', tag: 'okta', selectors: [{ name: 'a', selector: '00uabc' }] };
    const created = await app.call('POST', '/api/v2/asset-groups', body);
    expect([created.status, await created.json()]).toMatchObject([
      400,
      { errors: [{ code: 'reference.ambiguous', context: 'body.selectors' }] },
    ]);
  });

  it('sends all pages of a condition as CSV', async () => {
    const parts = Array.from({ length: 2050 }, (_, at) => described(`PART-${at}`, ['Container', 'Base'], { part: at }));
    await writeGraph(app.database, parts);
    await until(async () => (await search('query=PART-2049')).count === 1);
    const target = '/api/v2/search?type=Container&where=part:gte:10&sort_by=-props.part&props=part';
    const csv = await app.as('read_only', 'bearer', 'GET', target, { headers: { Accept: 'text/csv' } });
    const [header, ...rows] = parseCsv(await csv.text());
    const column = header!.indexOf('props.part');
    expect(rows.map((row) => Number(row[column]))).toEqual(Array.from({ length: 2040 }, (_, at) => 2049 - at));
  });
});
