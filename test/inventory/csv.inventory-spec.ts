import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { described, edge } from '../../src/graph/graph-records.fixture.js';
import { AnalysisService } from '../../src/analysis/analysis.service.js';
import { AnalysisRuns } from '../../src/analysis/runs/analysis-runs.js';
import { acme, acmeGraph } from '../../src/modules/extensions/extensions.fixture.js';
import { writeGraph } from '../../src/graph/graph.fixture.js';
import { type TestApp, testApp } from '../support/app.js';
import { listedRows } from '../support/listed-rows.js';
import { cellFor, parseCsv } from '../support/csv.js';
import { OpenApiJudge } from '../support/openapi.js';

type Row = Readonly<Record<string, unknown>>;

interface Page {
  readonly data: readonly Row[] | Readonly<Record<string, readonly Row[]>>;
}

const estate = [
  described('S-1', ['Domain', 'Base'], { domainsid: 'S-1', name: 'BIRCH.LOCAL', collected: true }),
  described('T', ['AZTenant', 'AZBase'], { tenantid: 'T', name: '=OAK' }),
  described('U', ['User', 'Base'], { domainsid: 'S-1', name: 'ALICE, "THE" ADMIN' }),
  described('G', ['Group', 'Base'], { domainsid: 'S-1', name: '@ADMINS' }),
  described('C', ['Computer', 'Base'], { domainsid: 'S-1', name: 'PC' }),
  described('A', ['AZUser', 'AZBase'], { tenantid: 'T', name: '+A' }),
  described('R', ['AZGroup', 'AZBase'], { tenantid: 'T', name: 'R' }),
  ...[
    'OU',
    'GPO',
    'Container',
    'AIACA',
    'RootCA',
    'EnterpriseCA',
    'NTAuthStore',
    'CertTemplate',
    'Site',
    'SiteServer',
    'SiteSubnet',
  ].map((kind) => described(`${kind.toUpperCase()}S`, [kind, 'Base'], { domainsid: 'S-1', name: kind })),
  described('ISSUANCEPOLICIES', ['IssuancePolicy', 'Base'], { domainsid: 'S-1', name: 'POLICY' }),
  edge('U', 'Owns', 'OUS'),
  edge('A', 'AZMemberOf', 'R'),
  edge('U', 'MemberOf', 'G'),
  edge('G', 'AdminTo', 'C'),
  edge('U', 'AdminTo', 'C'),
  edge('C', 'AdminTo', 'C'),
];

/** It has its rows in a member beside others (plan.http-spec.ts). */
const plan = '/graphs/plan';

/** Values of path parameters, by path or name. Other objects have the path of their kind as their object id. */
const samples: Readonly<Record<string, string>> = {
  '/users/': 'U',
  '/groups/': 'G',
  '/computers/': 'C',
  '/domains/': 'S-1',
  '/base/': 'U',
  '/az-base/': 'A',
  '/asset-group-tags/': '1',
  entity_type: 'users',
  list_name: 'roles',
  domain_id: 'S-1',
  tenant_id: 'T',
  platform_id: 'ad',
};

/** Of the account that calls. */
let accountId: string;
let ids: Readonly<Record<string, string>>;

/** Parameters that lists require, by the end of their path. */
const required: Readonly<Record<string, string>> = {
  '/search': 'query=ad',
  '/graphs/edges': 'start_node=U',
  '/graphs/reachable': 'node=U&direction=out&type=list',
  ...Object.fromEntries(
    ['details', 'attack-path-findings', 'sparkline'].map((end) => [
      `/domains/{domain_id}/${end}`,
      'finding=Kerberoasting',
    ]),
  ),
  '/api/v2/data-quality-stats': 'environment_id=Org-1',
  '/data-quality-stats-aggregations': 'schema_environment_kind_id=10001',
  '/cloud/{entity_type}': 'object_id=A&related_entity_type=group-membership',
};

describe.each(['', 'bloodhound'])('every list with COMPAT=%s', (COMPAT) => {
  let app: TestApp;
  let judge: OpenApiJudge;

  beforeAll(async () => {
    app = await testApp({ environment: { COMPAT } });
    judge = await OpenApiJudge.of(app.url);
    await writeGraph(app.database, [...estate, ...acmeGraph]);
    await app.call('PUT', '/api/v2/extensions', acme);
    await app.app.get(AnalysisRuns).record('test', new Date(), await app.app.get(AnalysisService).run());
    await writeGraph(app.database, [edge('C', 'HasSession', 'U')]);
    await app.app.get(AnalysisRuns).record('test', new Date(), await app.app.get(AnalysisService).run());
    await app.call('PUT', '/api/v2/asset-groups/1/selectors', { selectors: [{ name: '-ALL', selector: 'U' }] });
    await app.call('POST', '/api/v2/file-upload/start');
    const self = (await (await app.call('GET', '/api/v2/self')).json()) as { readonly data: { readonly id: string } };
    accountId = self.data.id;
    ids = await listedRows(app);
  });
  afterAll(() => app.close());

  const lists = () =>
    Object.entries(judge.document.paths).flatMap(([path, { get }]) =>
      get?.responses['200']?.['x-other-forms']?.['Accept: text/csv']?.['text/csv'] && !path.endsWith(plan)
        ? [path]
        : [],
    );

  function call(path: string, method: string, accept: string, more = ''): Promise<Response> {
    const target = `${targetOf(path)}${targetOf(path).includes('?') ? '&' : '?'}${more}`;
    const options = { headers: { Accept: accept } };
    return isOfClients(path)
      ? app.asClient(method, target, options)
      : app.as('administrator', 'signature', method, target, options);
  }

  it('is documented as CSV if it is documented as a list', () => {
    const documented = Object.entries(judge.document.paths).flatMap(([path, { get }]) => {
      const { content, 'x-other-forms': others } = get?.responses['200'] ?? {};
      const form = others?.['type=list'] ?? content;
      const schema = JSON.stringify(form?.['application/json']?.schema ?? {});
      return schema.includes('"items":{"$ref"') && /"data":\{"type":"(array|object)"/.test(schema) ? [path] : [];
    });
    expect(lists().filter((path) => !documented.includes(path))).toEqual([]);
    expect(documented.filter((path) => !lists().includes(path))).toEqual([]);
    expect(lists().length).toBeGreaterThan(15);
    const texts = lists().map((path) => judge.document.paths[path]?.['get']?.responses['200']?.description);
    expect(texts.filter((text) => !text?.includes('If `Accept` names `text/csv`, all rows as CSV'))).toEqual([]);
  });

  it('sends the rows of its JSON answer as CSV, with a header line', async () => {
    let rowCount = 0;
    for (const path of lists()) {
      const json = await call(path, 'GET', 'application/json');
      const csv = await call(path, 'GET', 'text/csv');
      expect([path, json.status, csv.status]).toEqual([path, 200, 200]);
      expect([path, csv.headers.get('Content-Type')]).toEqual([path, 'text/csv; charset=utf-8; header=present']);
      expect([path, json.headers.get('Vary')?.includes('Accept')]).toEqual([path, true]);
      const rows = rowsOf((await json.json()) as Page);
      const [header, ...lines] = parseCsv(await csv.text());
      expect([path, header?.length]).not.toEqual([path, 0]);
      const flat = rows.map(withProperties);
      const cells = flat.map((row) => header!.map((name) => cellFor(row[name])));
      expect([path, shown(path, lines)]).toEqual([path, shown(path, cells)]);
      for (const row of flat)
        expect([path, Object.keys(row).filter((name) => !header!.includes(name))]).toEqual([path, []]);
      rowCount += rows.length;
    }
    expect(rowCount).toBeGreaterThan(20);
  });

  it('sends JSON to clients that do not ask for CSV, and errors as JSON', async () => {
    for (const path of lists()) {
      const types = ['*/*', 'text/*', 'application/json, text/csv;q=0.5', 'text/csv;q=0, */*', 'application/json'];
      for (const accept of types.slice(0, path.endsWith('/custom-nodes') ? types.length : 1))
        expect([path, accept, (await call(path, 'GET', accept)).headers.get('Content-Type')]).toEqual([
          path,
          accept,
          'application/json; charset=utf-8',
        ]);
      const refused = await call(path, 'GET', 'text/csv', 'none_such=1');
      expect([path, refused.status, refused.headers.get('Content-Type')]).toEqual([
        path,
        400,
        'application/json; charset=utf-8',
      ]);
    }
  });
});

/** Collection clients alone may call it. */
function isOfClients(path: string): boolean {
  return path.endsWith('/jobs/available');
}

/** Rows without the time of the call. */
function shown(path: string, rows: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const isOfNow = path.endsWith('/collections') || path.endsWith('/tokens');
  return isOfNow ? rows.map((row) => row.map((cell) => cell.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'now'))) : rows;
}

function targetOf(path: string): string {
  const target = path.replaceAll(/([\w-]+)\/\{(\w+)\}/g, (_, kind: string, name: string) => {
    const known = { account_id: accountId, ...ids, ...samples }[name];
    const value = samples[`/${kind}/`] ?? known ?? (name === 'object_id' ? kind.toUpperCase() : '1');
    return `${kind}/${value}`;
  });
  const query = Object.entries(required).find(([end]) => path.endsWith(end))?.[1];
  return query ? `${target}?${query}` : target;
}

/** `{data: […]}` or `{data: {<name>: […]}}` */
function rowsOf({ data }: Page): readonly Row[] {
  return Array.isArray(data) ? data : Object.values(data as Readonly<Record<string, readonly Row[]>>)[0]!;
}

/** A row whose properties are columns. */
function withProperties({ props = {}, ...row }: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return {
    ...row,
    ...Object.fromEntries(Object.entries(props as object).map(([key, value]) => [`props.${key}`, value])),
  };
}
