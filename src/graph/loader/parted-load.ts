import type { Database } from '../../database/database.js';
import type { EdgeRecord, GraphSink, LoadResult, NodeRecord, WholeListRecord } from '../records.js';
import { LoadPart, type PartPlan } from './load-part.js';

/** While something is merged, what comes is one part until it weighs so many times what a part has to weigh at least. */
const heaviestPart = 32;

/** Nodes of which it is remembered that a part gave edges or lists of them: some tens of megabytes. */
const mostOwners = 200_000;

/** Two parts of a payload would give edges or lists of the same node: it can only be loaded in one. */
export class GivenTwice extends Error {}

export interface LoadPlan extends PartPlan {
  /** What a part has to weigh, in characters or so; left out, the payload is one part. */
  readonly leastPart: number | undefined;
  /** Told of each part once it is in the graph. */
  readonly onMerged: (result: LoadResult) => void;
}

/**
 * Takes the records of one payload. As soon as enough of them have come and nothing before them is left to merge, they are merged while
 * further ones come: at any time one part is read, and one is merged or waits for that.
 */
export class PartedLoad implements GraphSink {
  /** What is to be merged before the part that is read. */
  private before: Promise<unknown> = Promise.resolve();
  private isMerging = false;
  private mayBeParted: boolean;
  private weightBefore = 0;
  /** The node that the record at hand describes. */
  private subject: string | undefined;
  private lastGiven: string | undefined;
  private readonly givenEarlier = new Set<string>();
  private readonly givenNow = new Set<string>();

  private constructor(
    private readonly database: Database,
    private readonly plan: LoadPlan,
    private part: LoadPart,
  ) {
    this.mayBeParted = plan.leastPart !== undefined;
    if (plan.after) this.follow(plan.after);
  }

  static async open(database: Database, plan: LoadPlan): Promise<PartedLoad> {
    return new PartedLoad(database, plan, await LoadPart.open(database, plan));
  }

  node(record: NodeRecord): void | Promise<void> {
    this.subject ??= record.objectid;
    return this.part.sink.node(record);
  }

  /**
   * What looks for its ends may find them anywhere in the payload, so all that follows is one part with it.
   * @throws GivenTwice
   */
  edge(record: EdgeRecord): void | Promise<void> {
    if (this.subject !== undefined) this.give(this.subject);
    if ('match' in record.source || 'match' in record.target) this.mayBeParted = false;
    return this.part.sink.edge(record);
  }

  /** @throws GivenTwice */
  wholeList(record: WholeListRecord): void | Promise<void> {
    this.give(record.objectid);
    return this.part.sink.wholeList(record);
  }

  endOfRecord(): void | Promise<void> {
    this.subject = undefined;
    this.lastGiven = undefined;
    const wait = this.part.sink.endOfRecord();
    return this.isPartFull() ? this.beginPart(wait) : wait;
  }

  /** Merges what is left. */
  async finish(): Promise<void> {
    await this.merge();
  }

  /** Merges nothing of what is left. Rejects where something before it could not be merged. */
  async abandon(reason: unknown): Promise<void> {
    this.part.abandon(reason);
    await this.part.merged.catch(() => {});
    await this.before;
  }

  /** Notes that a record gives edges or lists of a node. */
  private give(objectid: string): void {
    if (objectid === this.lastGiven) return;
    this.lastGiven = objectid;
    if (this.givenEarlier.has(objectid)) throw new GivenTwice();
    if (this.mayBeParted) this.givenNow.add(objectid);
  }

  /** Each part weighs half as much as all before it: where indexes are made anew for it, that takes as long as there are rows. */
  private isPartFull(): boolean {
    const { leastPart } = this.plan;
    if (!this.mayBeParted || leastPart === undefined) return false;
    const least = Math.max(leastPart, this.weightBefore / 2);
    return this.part.weight() >= (this.isMerging ? Math.max(least, heaviestPart * leastPart) : least);
  }

  private async beginPart(wait: void | Promise<void>): Promise<void> {
    await wait;
    await this.before;
    this.weightBefore += this.part.weight();
    const after = this.merge();
    this.follow(after);
    for (const objectid of this.givenNow) this.givenEarlier.add(objectid);
    this.givenNow.clear();
    if (this.givenEarlier.size > mostOwners) this.mayBeParted = false;
    this.part = await LoadPart.open(this.database, { ...this.plan, after });
  }

  /** Resolves when the part is in the graph. */
  private async merge(): Promise<void> {
    this.part.end();
    this.plan.onMerged(await this.part.merged);
  }

  private follow(before: Promise<unknown>): void {
    this.before = before;
    this.isMerging = true;
    // Where it fails, the next part can't begin and says why.
    const settled = () => {
      if (this.before === before) this.isMerging = false;
    };
    before.then(settled, settled);
  }
}
