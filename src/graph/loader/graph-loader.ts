import { Injectable } from '@nestjs/common';
import { Clock } from '../../base/clock.js';
import { Database } from '../../database/database.js';
import { RecordsChanged } from '../lists/known-records.js';
import { type Changes, type GraphSink, type LoadResult, sumOfLoads } from '../records.js';
import { GivenTwice, PartedLoad, type LoadPlan } from './parted-load.js';
import { tidyAfter } from './tidy.js';

export interface LoadOptions {
  /** The day (`2026-03-01`, UTC) on which a source stated the payload; today where none is given. */
  readonly seenOn?: string;
  /** The load before this one: this one reads meanwhile, is merged after it, and writes nothing where that one rejects. */
  readonly after?: Promise<unknown>;
  /** Called when all is read, and left to be merged. */
  readonly onRead?: () => void;
  /** Writes every record, also those that say nothing else than the graph holds. */
  readonly isThorough?: boolean;
  /** More loads follow at once: whoever does them calls {@link GraphLoader.tidy} after the last. */
  readonly isOneOfMany?: boolean;
  /**
   * What has come of the payload may be written once it has so many characters or so, while the rest is read. For payloads each edge
   * of which is in lists of one node alone. All is written at once where it is left out.
   */
  readonly leastPart?: number;
  /** Told of each part once it is in the graph: it stays there, even where the load rejects. */
  readonly onMerged?: (result: LoadResult) => void;
}

/** Writes payloads into the graph (docs/adr/0005-graph-storage.md). */
@Injectable()
export class GraphLoader {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Writes what `produce` hands to the sink: all of it, or nothing where `produce` rejects (of a payload in parts, none of those that are
   * left). Loads may run at the same time; each reads its input on its own and they take turns at merging. Where somebody changes
   * meanwhile what a record says that was passed over, or a payload in parts turns out to need one, `produce` is called once more.
   */
  async load(produce: (sink: GraphSink) => Promise<void>, options: LoadOptions = {}): Promise<LoadResult> {
    const { seenOn, after, isThorough = false, leastPart, onRead = () => {} } = options;
    const merged: LoadResult[] = [];
    const plan: LoadPlan = {
      day: seenOn ?? this.clock.now().toISOString().slice(0, 10),
      isThorough,
      after,
      leastPart,
      onMerged: (result) => {
        merged.push(result);
        options.onMerged?.(result);
      },
    };
    try {
      await this.write(produce, plan, onRead);
    } catch (error) {
      if (!(error instanceof RecordsChanged || error instanceof GivenTwice)) throw error;
      await this.write(produce, { ...plan, isThorough: true, leastPart: undefined }, onRead);
    }
    const result = sumOfLoads(merged);
    if (!options.isOneOfMany) await this.tidy(result);
    return result;
  }

  /** To be called when the last of some loads that belong together is done, with what they changed. Never rejects. */
  async tidy(changes: Changes): Promise<void> {
    await tidyAfter(this.database, changes);
  }

  private async write(produce: (sink: GraphSink) => Promise<void>, plan: LoadPlan, onRead: () => void): Promise<void> {
    const load = await PartedLoad.open(this.database, plan);
    try {
      await produce(load);
    } catch (error) {
      await load.abandon(error);
      throw error;
    }
    onRead();
    await load.finish();
  }
}
