import type { Database } from '../../database/database.js';
import { SqlScript } from '../../database/sql-script.js';
import { graphLock } from '../store/graph-write-lock.js';
import { KnownRecords } from '../lists/known-records.js';
import type { GraphSink, LoadResult } from '../records.js';
import { bulkSettings } from '../store/bulk-settings.js';
import { mergePayload } from './merge-payload.js';
import { RecordGate } from './record-gate.js';
import { Staging } from './staging.js';
import { renewStatistics } from './tidy.js';

export interface PartPlan {
  /** Day (UTC) on which a source stated it. */
  readonly day: string;
  /** Writes every record, also those that are known. */
  readonly isThorough: boolean;
  /** It is merged after this, and not at all where this rejects. */
  readonly after: Promise<unknown> | undefined;
}

/** Records that are staged and merged in one transaction. It is open until they are {@link end}ed or {@link abandon}ed. */
export class LoadPart {
  private constructor(
    readonly sink: GraphSink,
    /** What is to be merged of it, in characters or so. */
    readonly weight: () => number,
    /** No records follow: what came is merged. */
    readonly end: () => void,
    /** Nothing of it is merged; `merged` rejects with the reason. */
    readonly abandon: (reason: unknown) => void,
    /** Settles when its transaction has ended, and what follows can be planned by it. */
    readonly merged: Promise<LoadResult>,
  ) {}

  static open(database: Database, { day, isThorough, after }: PartPlan): Promise<LoadPart> {
    return new Promise((open, fail) => {
      const merged = database.transaction(
        async (tx) => {
          const staging = await Staging.open(tx);
          const known = isThorough ? KnownRecords.none : await KnownRecords.open(tx, staging.between, day);
          const gate = new RecordGate(staging, known);
          try {
            await new Promise<void>((end, abandon) => {
              open(new LoadPart(gate, () => gate.weightToStage, end, abandon, merged));
            });
          } catch (reason) {
            await gate.settle();
            throw reason;
          }
          await gate.finish();
          const staged = await staging.finish();
          await after;
          const script = new SqlScript(tx);
          script.add(graphLock);
          await staging.resolve(script);
          const result = await mergePayload(script, staged, day);
          await script.run();
          return result;
        },
        `BEGIN; ${bulkSettings}`,
        renewStatistics,
      );
      // Where it is open already, whoever has it sees `merged` reject.
      merged.catch(fail);
    });
  }
}
