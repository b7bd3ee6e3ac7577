import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { Database } from '../../database/database.js';
import { lockGraphForWriting } from '../graph-write-lock.js';
import { KnownRecords, RecordsChanged } from '../lists/known-records.js';
import type { Changes, GraphSink, LoadResult } from '../records.js';
import { bulkSettings } from './bulk-settings.js';
import { mergePayload } from './merge-payload.js';
import { RecordGate } from './record-gate.js';
import { Staging } from './staging.js';
import { renewStatistics, tidyAfter } from './tidy.js';

export interface LoadOptions {
  /** The day (`2026-03-01`, UTC) on which a source stated the payload; today where none is given. */
  readonly seenOn?: string;
  /** The load before this one: this one reads meanwhile, is merged after it, and writes nothing where that one rejects. */
  readonly after?: Promise<unknown>;
  /** Writes every record, also those that say nothing else than the graph holds. */
  readonly isThorough?: boolean;
  /** More loads follow at once: whoever does them calls {@link GraphLoader.tidy} after the last. */
  readonly isOneOfMany?: boolean;
}

/** Writes payloads into the graph (docs/adr/0005-graph-storage.md). */
@Injectable()
export class GraphLoader {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Writes what `produce` hands to the sink: all of it, or nothing where `produce` rejects. Loads may run at the same time; each
   * reads its input on its own and they take turns at merging. Where somebody changes meanwhile what a record says that was passed over,
   * `produce` is called once more.
   */
  async load(produce: (sink: GraphSink) => Promise<void>, options: LoadOptions = {}): Promise<LoadResult> {
    const result = await this.write(produce, options).catch((error: unknown) => {
      if (!(error instanceof RecordsChanged)) throw error;
      return this.write(produce, { ...options, isThorough: true });
    });
    await (options.isOneOfMany ? renewStatistics(this.database, result) : this.tidy(result));
    return result;
  }

  private write(
    produce: (sink: GraphSink) => Promise<void>,
    { seenOn, after, isThorough = false }: LoadOptions,
  ): Promise<LoadResult> {
    const day = seenOn ?? this.clock.now().toISOString().slice(0, 10);
    return this.database.transaction(async (tx) => {
      await tx.query(bulkSettings);
      const staging = await Staging.open(tx.client);
      const known = isThorough ? KnownRecords.none : await KnownRecords.open(tx, staging.between, day);
      const gate = new RecordGate(staging, known);
      await produce(gate);
      await gate.finish();
      await staging.finish();
      await after;
      await lockGraphForWriting(tx);
      await staging.resolve(tx);
      return mergePayload(tx, staging.hasMatches(), day);
    });
  }

  /** To be called when the last of some loads that belong together is done, with what they changed. Never rejects. */
  async tidy(changes: Changes): Promise<void> {
    await tidyAfter(this.database, changes);
  }
}
