import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { runWithoutScope } from '../../base/request-scope.js';
import { Database } from '../../database/database.js';
import { currentVersion } from '../loader/delta.js';
import type { ComputersData } from './computers.js';
import { GraphSnapshot } from './graph-snapshot.js';
import { type Delta, readDelta } from './read-delta.js';
import { SnapshotSource } from './snapshot-source.js';

/** Requests find changes by themselves; this finds them earlier. */
const pollMs = 1000;

/** After a failure (no connection, no memory) requests are answered without a snapshot for a while. */
const retryMs = 30_000;

/** Changes laid over a snapshot cost a little at every question: from this share of its edges on it is read anew. */
const mostChangedShare = 0.01;
/** A small graph is not read anew for each handful of changes, and no delta takes the event loop for long. */
const fewestMostChanges = 1000;
const mostChanges = 50_000;

/**
 * Keeps the one snapshot of this process near the committed version: begins with the first question, follows by deltas, reads anew
 * where that is better. Whether a snapshot may answer is for the caller to ask, by version, each time.
 */
@Injectable()
export class SnapshotKeeper implements OnModuleDestroy {
  private readonly logger = new Logger('GraphSnapshot');
  private snapshot: GraphSnapshot | null = null;
  private refreshing: Promise<void> | null = null;
  private following: Promise<void> | null = null;
  private reading: Promise<void> | null = null;
  private poll: NodeJS.Timeout | undefined;
  private retryAt = 0;
  private isClosed = false;

  constructor(
    private readonly database: Database,
    private readonly source: SnapshotSource,
  ) {}

  /** The snapshot, of whichever version; null until the first is there. Starts what keeps it. */
  newest(): GraphSnapshot | null {
    if (!this.poll && !this.isClosed) {
      this.poll = runWithoutScope(() => setInterval(() => this.refreshSoon(), pollMs).unref());
      this.refreshSoon();
    }
    return this.snapshot;
  }

  /** The snapshot of exactly that version; where there is none, one is on its way and null is given. */
  at(version: number): GraphSnapshot | null {
    if (this.snapshot?.version === version) return this.snapshot;
    this.refreshSoon();
    return null;
  }

  /**
   * Resolves when the snapshot has at least the version that was committed when it was asked for. One at a time, whoever asks.
   * @throws whatever kept it from being read; until some time later it then stays away
   */
  refresh(): Promise<void> {
    if (this.refreshing) {
      // The one that runs may have looked at the version before the last change.
      const again = () => {
        this.following = null;
        return this.refresh();
      };
      this.following ??= this.refreshing.then(again, again);
      return this.following;
    }
    this.refreshing = runWithoutScope(() => this.catchUp()).finally(() => {
      this.refreshing = null;
    });
    return this.refreshing;
  }

  /** Begins to catch up, where nobody does yet. */
  refreshSoon(): void {
    if (this.isClosed || this.refreshing || Date.now() < this.retryAt) return;
    this.refresh().catch((error: unknown) => {
      if (this.isClosed) return;
      this.logger.warn(`the graph is read from the database alone for a while: ${String(error)}`);
    });
  }

  /** Lets go of the memory. */
  onModuleDestroy(): void {
    this.isClosed = true;
    this.snapshot = null;
    clearInterval(this.poll);
  }

  private async catchUp(): Promise<void> {
    try {
      const wanted = await currentVersion(this.database);
      // The database was put back to an earlier state: the same versions will come again with other contents.
      if ((this.snapshot?.version ?? wanted) > wanted) this.snapshot = null;
      while (!this.isClosed && (this.snapshot?.version ?? -1) < wanted) await this.follow();
    } catch (error) {
      this.retryAt = Date.now() + retryMs;
      throw error;
    }
  }

  /** One step towards the committed version. While it waits, another snapshot may take the place of the one it works on. */
  private async follow(): Promise<void> {
    const { snapshot } = this;
    if (!snapshot) return this.readAnew();
    const isAdvanced = await this.advance(snapshot);
    if (this.snapshot !== snapshot) return;
    // A snapshot that can not be advanced will never answer again, and two take twice the memory.
    if (!isAdvanced) this.snapshot = null;
    else if (snapshot.changes > mostChangesOf(snapshot) / 2) this.readAhead();
  }

  /** Lays over a snapshot what changed since its version; false where that is not known any more, or too much. */
  private async advance(snapshot: GraphSnapshot): Promise<boolean> {
    const left = mostChangesOf(snapshot) - snapshot.changes;
    let delta = await readDelta(this.database, snapshot.version, null, left);
    let computers: ComputersData | null = null;
    if (delta && changesComputers(snapshot, delta)) {
      computers = await this.source.read('computers');
      delta = await readDelta(this.database, snapshot.version, computers.version, left);
    }
    if (!delta) return false;
    snapshot.apply(delta.version, delta.edges, delta.nodes.length > 0, computers);
    return true;
  }

  /** Before the snapshot has more changes than it should; it is used meanwhile. */
  private readAhead(): void {
    this.readAnew().catch(() => {
      this.retryAt = Date.now() + retryMs;
    });
  }

  private readAnew(): Promise<void> {
    this.reading ??= this.read().finally(() => {
      this.reading = null;
    });
    return this.reading;
  }

  private async read(): Promise<void> {
    const read = new GraphSnapshot(await this.source.read('graph'));
    // What was read ahead must not take the place of a snapshot that has become newer meanwhile.
    while (this.snapshot && read.version < this.snapshot.version) if (!(await this.advance(read))) return;
    if (!this.isClosed) this.snapshot = read;
  }
}

function mostChangesOf({ edges }: GraphSnapshot): number {
  return Math.min(Math.max(Math.floor(edges * mostChangedShare), fewestMostChanges), mostChanges);
}

function changesComputers(snapshot: GraphSnapshot, { nodes }: Delta): boolean {
  return nodes.some(({ id, isComputer }) => isComputer || snapshot.isComputer(id));
}
