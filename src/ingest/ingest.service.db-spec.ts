import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { clearGraph } from '../../test/support/test-graph.js';
import { type TestDatabase, testDatabase } from '../../test/support/test-database.js';
import { SystemClock } from '../base/clock.js';
import { KindNames } from '../graph/store/kind-names.js';
import { GraphWriter } from '../graph/writer/graph-writer.js';
import { IngestService } from './ingest.service.js';
import { zipOf } from './reading/zip.fixture.js';
import { defaultReadLimits } from './reading/read-limits.fixture.js';

const domain = 'S-1-5-21-7-7-7';
const distinguishedName = 'CN=OPS,OU=TIER0,DC=BIRCH,DC=LOCAL';

const classic = (type: string, data: readonly unknown[]) => JSON.stringify({ data, meta: { type, version: 6 } });

const collection = zipOf([
  {
    name: 'groups.json',
    content: classic('groups', [
      {
        ObjectIdentifier: `${domain}-1300`,
        Properties: { name: 'ALL@BIRCH.LOCAL', domainsid: domain },
        Members: [
          { ObjectIdentifier: distinguishedName, ObjectType: 'Base' },
          { ObjectIdentifier: 'CN=GONE,DC=BIRCH,DC=LOCAL', ObjectType: 'Base' },
          { ObjectIdentifier: `${domain}-1104`, ObjectType: 'User' },
        ],
      },
      {
        ObjectIdentifier: `${domain}-1301`,
        Properties: { name: 'OPS@BIRCH.LOCAL', domainsid: domain, distinguishedname: distinguishedName },
      },
    ]),
  },
  {
    name: 'users.json',
    content: classic('users', [
      {
        ObjectIdentifier: `${domain}-1104`,
        Properties: { name: 'ADA@BIRCH.LOCAL', domainsid: domain, userpassword: 'secret', note: 'nul\u0000 \ud800' },
        Aces: [{ PrincipalSID: `${domain}-1301`, PrincipalType: 'Group', RightName: 'GenericAll', IsInherited: true }],
      },
    ]),
  },
  {
    name: 'graph.json',
    content: JSON.stringify({
      metadata: { source_kind: 'ACME_Base' },
      graph: {
        nodes: [{ id: 'host:1', kinds: ['ACME_Host'], properties: { name: 'host one' } }],
        edges: [
          {
            kind: 'ACME_Uses',
            start: { value: 'host:1' },
            end: { match_by: 'name', value: 'ada@birch.local', kind: 'User' },
          },
          { kind: 'ACME_Uses', start: { value: 'host:1' }, end: { match_by: 'name', value: 'nobody@birch.local' } },
        ],
      },
    }),
  },
]);

describe('IngestService with the graph', () => {
  let test: TestDatabase;
  let service: IngestService;
  let folder: string;
  let path: string;

  beforeAll(async () => {
    test = await testDatabase();
    service = new IngestService(
      new GraphWriter(test.database, new KindNames(test.database), new SystemClock()),
      defaultReadLimits,
    );
    folder = await mkdtemp(join(tmpdir(), 'ingest-'));
    path = join(folder, 'collection.zip');
    await writeFile(path, collection);
  });

  afterAll(async () => {
    await test.drop();
    await rm(folder, { recursive: true });
  });

  beforeEach(() => clearGraph(test.database));

  const edges = async () => {
    const rows = await test.database.query<{ edge: string }>(`
      SELECT s.name || ' ' || k.name || ' ' || t.name AS edge
      FROM edge e JOIN node s ON s.id = e.source JOIN node t ON t.id = e.target JOIN kind k ON k.id = e.kind ORDER BY 1`);
    return rows.map(({ edge }) => edge);
  };

  it('loads a collection into the graph in any order of its files', async () => {
    const { files, complete } = await service.ingestFiles([path]);
    expect(complete).toBe(true);
    expect(files.map(({ path: name, faultCount }) => [name.slice(path.length), faultCount])).toEqual([
      ['!groups.json', 0],
      ['!users.json', 1],
      ['!graph.json', 1],
    ]);
    expect(files[1]?.faults[0]).toMatchObject({ list: 'data', record: 0, field: 'Properties.note' });
    expect(files[2]?.faults[0]).toMatchObject({ list: 'graph.edges', record: 1, field: null });
    expect(await edges()).toEqual([
      'ADA@BIRCH.LOCAL MemberOf ALL@BIRCH.LOCAL',
      'CN=GONE,DC=BIRCH,DC=LOCAL MemberOf ALL@BIRCH.LOCAL',
      'OPS@BIRCH.LOCAL GenericAll ADA@BIRCH.LOCAL',
      'OPS@BIRCH.LOCAL MemberOf ALL@BIRCH.LOCAL',
      'host one ACME_Uses ADA@BIRCH.LOCAL',
    ]);
  });

  it('changes nothing if the same files come again', async () => {
    await service.ingestFiles([path]);
    const { files } = await service.ingestFiles([path]);
    for (const { changes } of files) {
      expect(changes).toEqual({ nodesCreated: 0, nodesChanged: 0, edgesCreated: 0, edgesChanged: 0, edgesRemoved: 0 });
    }
  });

  it('keeps no secret', async () => {
    await service.ingestFiles([path]);
    const rows = await test.database.query<{ props: unknown }>('SELECT props FROM node WHERE objectid = $1', [
      `${domain}-1104`,
    ]);
    expect(rows).toEqual([
      { props: { name: 'ADA@BIRCH.LOCAL', domainsid: domain, userpassword: true, note: 'nul\uFFFD \uFFFD' } },
    ]);
  });

  it('keeps and reports what it wrote of a large file that turns out to be invalid', async () => {
    const users = Array.from({ length: 100 }, (_, index) => ({
      ObjectIdentifier: `${domain}-${2000 + index}`,
      Properties: { name: `USER${index}@BIRCH.LOCAL`, domainsid: domain, description: 'x'.repeat(100_000) },
    }));
    const large = join(folder, 'large.json');
    await writeFile(large, classic('users', users).replace(/}$/, ', "graph": {}}'));
    const { files } = await service.ingestFiles([large]);
    const [row] = await test.database.query<{ count: number }>('SELECT count(*)::int FROM node');
    expect(files).toMatchObject([{ status: 'incomplete', records: 100, changes: { nodesCreated: row?.count } }]);
    expect(files[0]?.faults.map(({ reason }) => reason)).toEqual([expect.stringContaining('"graph"')]);
    // The first part, at least.
    expect(row?.count).toBeGreaterThanOrEqual(80);
    expect(row?.count).toBeLessThan(100);
  });

  it('rejects a path without a file', async () => {
    await expect(service.ingestFiles([join(folder, 'none.json')])).rejects.toThrow('ENOENT');
  });
});
