import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { clearGraph } from '../../test/support/test-graph.js';
import { type TestDatabase, testDatabase } from '../../test/support/test-database.js';
import { SystemClock } from '../base/clock.js';
import { firstForeignKind } from '../graph/kinds/kind-catalogue.js';
import { KindNames } from '../graph/store/kind-names.js';
import { GraphRemoval } from '../graph/writer/removal/graph-removal.js';
import { retryReferences } from '../graph/writer/references/retry-references.js';
import { GraphWriter } from '../graph/writer/graph-writer.js';
import { source } from './ingest.fixture.js';
import type { FileReport } from './ingest-report.js';
import { IngestService } from './ingest.service.js';
import { defaultReadLimits } from './reading/read-limits.fixture.js';
import { NamedKinds } from '../graph/kinds/free-kinds.js';

const limits = { ...defaultReadLimits, maxKindsPerUpload: 3, maxKindsPerAccount: 5 };
const ofUpload = 'it is more than the 3 that an upload may add (MAX_KINDS_PER_UPLOAD)';
const ofAccount = 'it is more than the 5 that an account may have added (MAX_KINDS_PER_ACCOUNT)';

const node = (id: string, ...kinds: readonly string[]) => ({ id, kinds });
const edge = (start: string, kind: string, end: object) => ({ start: { value: start }, kind, end });

const faultsOf = ({ faults }: FileReport) => faults.map(({ list, record, reason }) => `${list} ${record} ${reason}`);

describe('limits of new kinds', () => {
  let test: TestDatabase;
  let service: IngestService;
  let writer: GraphWriter;

  beforeAll(async () => {
    test = await testDatabase();
    writer = new GraphWriter(test.database, new KindNames(test.database), new SystemClock());
    service = new IngestService(writer, limits);
  });
  beforeEach(async () => {
    await clearGraph(test.database);
    await test.database.query(`DELETE FROM kind WHERE id >= ${firstForeignKind}`);
  });
  afterAll(() => test.drop());

  /** A file of OpenGraph of an upload. */
  async function load(
    sender: { readonly uploadId: number; readonly sender: string } | null,
    nodes: readonly object[],
    edges: readonly object[] = [],
  ): Promise<FileReport> {
    const content = JSON.stringify({ graph: { nodes, edges } });
    const { files } = await service.ingest([source('x', content)], { ...(sender && { sender }) });
    return files[0]!;
  }

  async function stored(): Promise<string[]> {
    const rows = await test.database.query<{ line: string }>(`
      SELECT objectid AS line FROM node
      UNION SELECT s.objectid || ' ' || k.name || ' ' || t.objectid
        FROM edge e JOIN node s ON s.id = e.source JOIN node t ON t.id = e.target JOIN kind k ON k.id = e.kind ORDER BY 1`);
    return rows.map(({ line }) => line);
  }

  async function kinds(): Promise<string[]> {
    const sql = `SELECT name FROM kind WHERE id >= ${firstForeignKind} ORDER BY id`;
    return (await test.database.query<{ name: string }>(sql)).map(({ name }) => name);
  }

  const ada = { uploadId: 1, sender: 'ada' };

  it('leaves out the records with kinds beyond the limit of the upload, and nothing else', async () => {
    const first = await load(
      ada,
      [
        node('A', 'K1'),
        node('B', 'K2', 'K1'),
        node('C', 'K3'),
        node('D', 'K4'),
        node('E', 'User'),
        node('F', 'K1', 'K5'),
      ],
      [edge('A', 'MemberOf', { value: 'B' }), edge('A', 'K6', { value: 'C' }), edge('A', 'K1', { value: 'C' })],
    );
    expect(first).toMatchObject({ status: 'complete', records: 9, faultCount: 3 });
    expect(faultsOf(first)).toEqual([
      `graph.nodes 3 kind "K4": ${ofUpload}`,
      `graph.nodes 5 kind "K5": ${ofUpload}`,
      `graph.edges 1 kind "K6": ${ofUpload}`,
    ]);
    expect(await stored()).toEqual(['A', 'A K1 C', 'A MemberOf B', 'B', 'C', 'E']);
    expect(await kinds()).toEqual(['K1', 'K2', 'K3']);
  });

  it('counts over the files of an upload and over the uploads of an account', async () => {
    await load(ada, [node('A', 'K1'), node('B', 'K2')]);
    expect(faultsOf(await load(ada, [node('C', 'K3'), node('D', 'K4')]))).toEqual([
      `graph.nodes 1 kind "K4": ${ofUpload}`,
    ]);
    const next = await load({ ...ada, uploadId: 2 }, [
      node('D', 'K4'),
      node('E', 'K5'),
      node('F', 'K6'),
      node('G', 'K1'),
    ]);
    expect(faultsOf(next)).toEqual([`graph.nodes 2 kind "K6": ${ofAccount}`]);
    expect((await load({ uploadId: 3, sender: 'bob' }, [node('F', 'K6')])).faultCount).toBe(0);
    expect(
      (
        await load(
          null,
          [1, 2, 3, 4, 5, 6].map((it) => node(`N${it}`, `L${it}`)),
        )
      ).faultCount,
    ).toBe(0);
    expect(await stored()).toEqual(['A', 'B', 'C', 'D', 'E', 'F', 'G', 'N1', 'N2', 'N3', 'N4', 'N5', 'N6']);
  });

  it('counts no kind whose number is free again', async () => {
    await load(ada, [node('A', 'K1'), node('B', 'K2'), node('C', 'K3')]);
    await new GraphRemoval(test.database, new NamedKinds()).remove({}, () => Promise.resolve());
    expect((await load(ada, [node('A', 'K4'), node('B', 'K5'), node('C', 'K6')])).faultCount).toBe(0);
    expect(await kinds()).toEqual(['K4', 'K5', 'K6']);
  });

  it('counts the kinds of edges that wait for a node', async () => {
    const byName = { match_by: 'name', value: 'LATE' };
    const edges = [1, 2, 3, 4].map((it) => edge('A', `K${it}`, byName));
    const waiting = await load(ada, [node('A', 'User')], edges);
    expect(faultsOf(waiting)[0]).toBe(`graph.edges 3 kind "K4": ${ofUpload}`);
    await load(ada, [{ id: 'L', kinds: ['User'], properties: { name: 'LATE' } }]);
    await retryReferences(test.database, writer);
    expect(await stored()).toEqual(['A', 'A K1 L', 'A K2 L', 'A K3 L', 'L']);
  });

  it('leaves out later records at once, and reads a refused record when there is room', async () => {
    const many = Array.from({ length: 200 }, (_, index) => ({
      id: `N${index}`,
      kinds: [`K${index % 10}`],
      properties: { note: 'x'.repeat(100_000) },
    }));
    const report = await load(ada, many);
    expect(report).toMatchObject({ status: 'complete', records: 200, faultCount: 140 });
    expect(await stored()).toHaveLength(60);
    expect((await load(null, many)).faultCount).toBe(0);
    expect(await stored()).toHaveLength(200);
  });
});
