import { hash } from 'node:crypto';
import { testDatabase } from '../../../test/support/test-database.js';
import { TestGraph } from '../graph.fixture.js';
import { addTo, type RecordPart } from '../graph-records.fixture.js';
import { type Changes, sumOfChanges } from '../records.js';
import { dayOfRecord, recordsWithDays } from '../store/renewed-days.js';
import { SkippedRecordChanged } from './merge/write-records.js';
import { KindNames } from '../store/kind-names.js';
import { GraphBatch } from './batch/graph-batch.js';
import { GraphWriter } from './graph-writer.js';
import type { NodeCache } from './merge/node-cache.js';
import type { PayloadWriter } from './payload-writer.js';
import { noIdentity } from './batch/known-records.js';

export interface TypedRecord {
  readonly type: string;
  readonly parts: readonly RecordPart[];
}

export interface Ingested extends Changes {
  /** How many records were skipped. */
  readonly skipped: number;
  readonly version: number;
}

interface StoredNode {
  readonly objectid: string;
  readonly name: string;
  readonly kind: string;
  readonly described: boolean;
  readonly environment: string | null;
  readonly props: object;
  readonly kinds: readonly string[];
}

/** A graph that is written and looked at as it is stored. */
export class WrittenGraph extends TestGraph {
  static override async open(): Promise<WrittenGraph> {
    return new WrittenGraph(await testDatabase());
  }

  writerWith(cache: NodeCache): GraphWriter {
    return new GraphWriter(this.test.database, new KindNames(this.test.database), this.clock, cache);
  }

  nodes(): Promise<StoredNode[]> {
    return this.test.database.query(`
      SELECT objectid, n.name, k.name AS kind, described, environment, props,
        ARRAY(SELECT x.name FROM unnest(n.kinds) WITH ORDINALITY u(id, o) JOIN kind x USING (id) ORDER BY o) AS kinds
      FROM node n JOIN kind k ON k.id = n.kind ORDER BY objectid`);
  }

  /** `source kind target flags properties`. Flags tell who states an edge: 1 an added list, 2 a derived one, 64 a whole one. */
  edges(): Promise<string[]> {
    return this.rows(`
      SELECT concat_ws(' ', s.objectid, k.name, t.objectid, e.flags, e.details) AS row
      FROM edge e JOIN node s ON s.id = e.source JOIN node t ON t.id = e.target JOIN kind k ON k.id = e.kind ORDER BY 1`);
  }

  /** The days of lists (`owner list day`) and of the edges of added lists (`owner list peer day`). */
  days(): Promise<string[]> {
    return this.rows(`
      SELECT concat_ws(' ', o.objectid, l.list, p.objectid, coalesce((date '2000-01-01' + u.day), ${dayOfRecord})) AS row
      FROM edge_list l JOIN node o ON o.id = l.owner LEFT JOIN (${recordsWithDays}) ON r.id = l.record
        LEFT JOIN LATERAL unnest(l.peers, l.days) u(id, day) ON l.days IS NOT NULL LEFT JOIN node p ON p.id = u.id
      ORDER BY 1`);
  }

  /** Owners of the records that may be skipped, with the type if they have one. */
  known(): Promise<string[]> {
    return this.rows(`
      SELECT concat_ws(' ', n.objectid, nullif(r.type, '')) AS row
      FROM collector_record r JOIN node n ON n.id = r.owner WHERE r.digest IS NOT NULL ORDER BY 1`);
  }

  /** @param sql with one column, `row` */
  async rows(sql: string): Promise<string[]> {
    return (await this.test.database.query<{ row: string }>(sql)).map(({ row }) => row);
  }

  async version(): Promise<number> {
    const [row] = await this.test.database.query<{ version: number }>('SELECT version::int FROM graph_state');
    return row?.version ?? 0;
  }

  /** Writes records as a payload of one batch, as files are: those that are known are skipped. */
  ingest(...records: readonly (readonly RecordPart[])[]): Promise<Ingested> {
    return this.ingestBatches([records.map((parts) => ({ type: '', parts }))]);
  }

  /** @param options.isThorough no record is skipped, or ever will be */
  async ingestBatches(
    batches: readonly (readonly TypedRecord[])[],
    options: { readonly day?: string; readonly isThorough?: boolean; readonly writer?: GraphWriter | undefined } = {},
  ): Promise<Ingested> {
    const payload = (options.writer ?? this.writer).payload(options);
    const written = [];
    let skipped = 0;
    for (const records of batches) {
      const known = await filled(payload, records, options.isThorough === true);
      try {
        written.push(await payload.write(known));
        skipped += known.skipped.length;
      } catch (error) {
        if (!(error instanceof SkippedRecordChanged)) throw error;
        written.push(await payload.write(await filled(payload, records, true, true)));
      }
    }
    const finished = await payload.finish();
    return { ...sumOfChanges([...written, finished]), skipped, version: await this.version() };
  }
}

/** @param isFull no record is skipped */
async function filled(
  payload: PayloadWriter,
  records: readonly TypedRecord[],
  isFull: boolean,
  hasDigests = !isFull,
): Promise<GraphBatch> {
  const batch = new GraphBatch();
  const digests = records.map((record) => hash('sha256', JSON.stringify(record)).slice(0, 32));
  const known = isFull ? new Map() : await payload.known(digests);
  for (const [place, { type, parts }] of records.entries()) {
    const digest = digests[place] ?? '';
    const record = known.get(digest);
    if (record) batch.skip(record);
    else {
      addTo(batch, parts);
      batch.endOfRecord({ ...noIdentity, type, digest: hasDigests ? digest : null });
    }
  }
  return batch;
}
