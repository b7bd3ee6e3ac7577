import type { Database } from '../../database/database.js';
import type { KindNames } from '../store/kind-names.js';
import { type Changes, type LoadResult, sumOfLoads } from '../records.js';
import type { GraphBatch } from './batch/graph-batch.js';
import type { KindQuota } from './batch/stored-kinds.js';
import { findKnownRecords, type KnownRecord } from './batch/known-records.js';
import type { NodeCache } from './merge/node-cache.js';
import { PayloadState } from './merge/payload-state.js';
import type { ReferringRecord } from './batch/deferred-statements.js';
import { resolveReferences } from './references/resolve-references.js';
import { writeBatch } from './merge/write-batch.js';

/** Edges that wait in memory for the look-up of their ends. */
const maxWaiting = 100_000;

/** Writes one payload, batch by batch. A written batch stays in the graph even if a later one fails. */
export class PayloadWriter {
  private readonly state = new PayloadState();
  private referring: ReferringRecord[] = [];
  private waiting = 0;
  private readonly resolved: LoadResult[] = [];

  constructor(
    private readonly database: Database,
    private readonly kindNames: KindNames,
    /** Day (UTC) on which a source stated the payload. */
    readonly day: string,
    private readonly quota: KindQuota | null,
    private readonly cache: NodeCache,
  ) {}

  /** @returns by digest, the records that the graph holds and that may be skipped */
  known(digests: readonly string[]): Promise<ReadonlyMap<string, KnownRecord>> {
    return findKnownRecords(this.database, this.kindNames, digests, this.day);
  }

  /**
   * Writes a batch in one transaction. Edges with references wait for {@link finish}, or until there are many.
   * @throws SkippedRecordChanged if a record that the batch skips is no longer known; nothing is written then
   * @throws KindsRefused if it has too many new kinds; nothing is written then
   */
  async write(batch: GraphBatch): Promise<Changes> {
    const written = await this.writeNow(batch);
    this.referring.push(...batch.referring);
    this.waiting += batch.referring.reduce((sum, { edges }) => sum + edges.length, 0);
    if (this.waiting >= maxWaiting) await this.resolve();
    return written;
  }

  /** Writes the edges with references. To be called after the last batch. @returns the changes of all of them */
  async finish(): Promise<LoadResult> {
    await this.resolve();
    return sumOfLoads(this.resolved);
  }

  private async writeNow(batch: GraphBatch): Promise<Changes> {
    try {
      const { day, state, quota, cache } = this;
      const written = await this.database.transaction((tx) => writeBatch(tx, batch, day, state, quota, cache));
      this.state.commit();
      return written;
    } catch (error) {
      this.state.rollback();
      this.cache.clear();
      throw error;
    }
  }

  private async resolve(): Promise<void> {
    if (this.referring.length === 0) return;
    const { batch, unresolved, unresolvedCount } = await resolveReferences(this.database, this.referring, this.day);
    this.referring = [];
    this.waiting = 0;
    this.resolved.push({ ...(await this.writeNow(batch)), unresolved, unresolvedCount });
  }
}
