import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AnalysisService } from '../../src/analysis/analysis.service.js';
import { classic } from '../../src/ingest/ingest.fixture.js';
import { IngestService } from '../../src/ingest/ingest.service.js';
import { bufferSource } from '../../src/ingest/reading/payload-source.js';
import { type TestApp, testApp } from '../support/app.js';

const domain = 'S-1-5-21-9-9-9';
const [ann, dc, policy] = [`${domain}-1104`, `${domain}-1000`, '5F000000-0000-4000-8000-000000000001'];
const [site, server, subnet] = ['A', 'B', 'C'].map((it) => `5F000000-0000-4000-8000-00000000000${it}`) as [
  string,
  string,
  string,
];
const [emptySite, formerServer] = ['D', 'E'].map((it) => `5F000000-0000-4000-8000-00000000000${it}`) as [
  string,
  string,
];

const properties = (name: string) => ({ name, domainsid: domain, domain: 'FJORD.EXAMPLE' });
const inSite = (id: string) => ({ ContainedBy: { ObjectIdentifier: id, ObjectType: 'Site' } });

const files = [
  classic('domains', [{ ObjectIdentifier: domain, Properties: { ...properties('FJORD.EXAMPLE'), collected: true } }]),
  classic('users', [{ ObjectIdentifier: ann, Properties: properties('ANN@FJORD.EXAMPLE') }]),
  classic('computers', [{ ObjectIdentifier: dc, Properties: properties('DC1.FJORD.EXAMPLE') }]),
  classic('groups', [
    {
      ObjectIdentifier: `${domain}-516`,
      Properties: properties('DOMAIN CONTROLLERS@FJORD.EXAMPLE'),
      Members: [{ ObjectIdentifier: dc, ObjectType: 'Computer' }],
    },
  ]),
  classic('gpos', [
    {
      ObjectIdentifier: policy,
      Properties: properties('HARBOUR POLICY@FJORD.EXAMPLE'),
      Aces: [{ PrincipalSID: ann, PrincipalType: 'User', RightName: 'GenericAll', IsInherited: false }],
    },
  ]),
  classic('sites', [
    {
      ObjectIdentifier: site,
      Properties: properties('HARBOUR@FJORD.EXAMPLE'),
      Links: [{ GUID: policy, IsEnforced: false }],
    },
    { ObjectIdentifier: emptySite, Properties: properties('QUAY@FJORD.EXAMPLE') },
  ]),
  classic('siteservers', [
    {
      ObjectIdentifier: server,
      Properties: properties('CN=DC1,CN=SERVERS,CN=HARBOUR'),
      ...inSite(site),
      ServerIs: { ObjectIdentifier: dc, ObjectType: 'Computer' },
    },
    { ObjectIdentifier: formerServer, Properties: properties('CN=OLD'), ...inSite(emptySite), ServerIs: null },
  ]),
  classic('sitesubnets', [{ ObjectIdentifier: subnet, Properties: properties('10.0.0.0/8'), ...inSite(emptySite) }]),
];

describe('sites of Active Directory', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await testApp({ edition: 'enterprise' });
    const sources = files.map((text, index) => bufferSource(`${index}.json`, Buffer.from(text)));
    const report = await app.app.get(IngestService).ingest(sources);
    assert.deepEqual(
      report.files.flatMap(({ faults }) => faults),
      [],
    );
    await app.app.get(AnalysisService).run();
  });
  afterAll(() => app.close());

  async function get(path: string): Promise<Record<string, unknown>> {
    const answer = await app.call('GET', `/api/v2/${path}`);
    expect(answer.status).toBe(200);
    return (await answer.json()) as Record<string, unknown>;
  }

  const idsOf = async (path: string) => ((await get(path))['data'] as { objectID: string }[]).map((it) => it.objectID);
  const panelOf = async (path: string) => (await get(path))['data'] as Record<string, unknown>;

  it('lead by a linked policy and a server to its computer', async () => {
    const { data } = await get(`graphs/shortest-path?start_node=${ann}&end_node=${dc}`);
    const { edges } = data as { edges: { source: string; kind: string; target: string }[] };
    expect(edges.map(({ kind }) => kind).toSorted()).toEqual(['Contains', 'GPLink', 'GenericAll', 'ServerIs']);
  });

  it('lead to nobody if the server is left over', async () => {
    const { data } = await get(`graphs/reachable?node=${emptySite}&type=list`);
    expect(data).toEqual([]);
  });

  it('have lists', async () => {
    expect(await idsOf(`sites/${site}/gpos`)).toEqual([policy]);
    expect(await idsOf(`sites/${site}/siteservers`)).toEqual([server]);
    expect(await idsOf(`sites/${emptySite}/sitesubnets`)).toEqual([subnet]);
    expect(await idsOf(`sites/${site}/controllers`)).toEqual([]);
    expect(await idsOf(`siteservers/${server}/controllers`)).toEqual([]);
    expect(await idsOf(`sitesubnets/${subnet}/controllers`)).toEqual([]);
    expect(await idsOf(`gpos/${policy}/sites`)).toEqual([site]);
  });

  it('have panels that name the computer of a server, and what is not collected', async () => {
    expect(await panelOf(`sites/${site}`)).toMatchObject({
      kinds: ['Site', 'Base'],
      note: 'computers of its subnets: not collected',
      controllers: 0,
      gpos: 1,
      siteservers: 1,
      sitesubnets: 0,
    });
    expect(await panelOf(`sitesubnets/${subnet}`)).toMatchObject({ note: 'computers of the subnet: not collected' });
    expect(await panelOf(`siteservers/${server}`)).toMatchObject({
      props: { serverreferencecomputer: dc, serverreferencecomputername: 'DC1.FJORD.EXAMPLE' },
    });
    expect(await panelOf(`computers/${dc}`)).toMatchObject({
      props: { siteservernode: server, siteservernodename: 'CN=DC1,CN=SERVERS,CN=HARBOUR' },
    });
    expect((await panelOf(`siteservers/${formerServer}`))['props']).not.toHaveProperty('serverreferencecomputer');
  });

  it('belong to tier zero with their policies if a server is a computer', async () => {
    const rows = await app.database.query<{ objectid: string }>(
      `SELECT n.objectid FROM selected_node found JOIN asset_group_selector s ON s.id = found.selector_id
         JOIN node n ON n.id = found.node_id WHERE s.name = 'Sites' ORDER BY n.objectid`,
    );
    expect(rows.map(({ objectid }) => objectid)).toEqual([policy, site]);
  });

  it('are counted', async () => {
    const [counts] = (await get(`ad-domains/${domain}/data-quality-stats`))['data'] as Record<string, unknown>[];
    expect(counts).toMatchObject({ sites: 2, siteservers: 2, sitesubnets: 1 });
  });

  it('have findings for the control of their policies, and none for their servers', async () => {
    const rows = await app.database.query('SELECT finding, source, target FROM finding');
    expect(rows).toEqual([{ finding: 'T0GenericAll', source: ann, target: policy }]);
  });
});
