import type { RecordLookUp } from '../lists/known-records.js';
import type { EdgeRecord, GraphSink, NodeRecord, WholeListRecord } from '../records.js';
import { digestOf } from './record-digest.js';
import { ownersOf, type RecordOwners } from './record-owners.js';
import { stagedEdge, stagedNode, type StagedPart, weightOf } from './staged-part.js';
import type { Staging } from './staging.js';

/** What is kept of a record until it ends. One that weighs more, such as a group of 5,000 members, is written whatever it says. */
const heaviest = 1_000_000;

/** What the records weigh of which it is asked at once whether they are known. */
const batchWeight = 400_000;

interface ReadRecord {
  readonly parts: readonly StagedPart[];
  readonly owners: RecordOwners;
  readonly digest: string | null;
  readonly weight: number;
}

/** Lets the records of a payload through to be written, but for those that say nothing else than the graph holds. */
export class RecordGate implements GraphSink {
  private parts: StagedPart[] = [];
  private weight = 0;
  private isTooHeavy = false;
  private batch: ReadRecord[] = [];
  private weightOfBatch = 0;
  private lastRecord = -1;
  private passing: Promise<void> = Promise.resolve();
  private staged = 0;

  constructor(
    private readonly staging: Staging,
    private readonly known: RecordLookUp,
  ) {}

  /** What all weighs that was let through, or may be. */
  get weightToStage(): number {
    return this.staged + this.weightOfBatch;
  }

  node(record: NodeRecord): void | Promise<void> {
    return this.add(stagedNode(record));
  }

  edge(record: EdgeRecord): void | Promise<void> {
    return this.add(stagedEdge(record));
  }

  wholeList(record: WholeListRecord): void | Promise<void> {
    return this.add(record);
  }

  endOfRecord(): void | Promise<void> {
    const mayBeKnown = this.isNext(this.parts) && !this.isTooHeavy;
    this.isTooHeavy = false;
    return this.pass(mayBeKnown);
  }

  /** To be called after the last record. */
  async finish(): Promise<void> {
    await this.pass(false);
    await this.passBatch();
    await this.passing;
  }

  /** Resolves when nothing of what came is on its way any more, whether it arrived or not: the connection is free. */
  async settle(): Promise<void> {
    await this.passing.catch(() => {});
    await this.staging.settle();
  }

  private add(part: StagedPart): void | Promise<void> {
    this.parts.push(part);
    this.weight += weightOf(part);
    if (this.weight < heaviest) return;
    this.isTooHeavy = true;
    return this.pass(false);
  }

  /** Records are told apart by their places, so two with the same place must not be known. */
  private isNext(parts: readonly StagedPart[]): boolean {
    const place = placeOf(parts);
    if (place === null) return true;
    const isNext = place > this.lastRecord;
    this.lastRecord = Math.max(place, this.lastRecord);
    return isNext;
  }

  /** Adds what has come of a record to the batch. */
  private pass(mayBeKnown: boolean): void | Promise<void> {
    const { parts } = this;
    const owners = ownersOf(parts);
    const digest = mayBeKnown ? digestOf(parts, owners) : null;
    this.batch.push({ parts, owners, digest, weight: this.weight });
    this.weightOfBatch += this.weight;
    this.parts = [];
    this.weight = 0;
    return this.weightOfBatch < batchWeight ? undefined : this.passBatch();
  }

  /** Resolves when the batch before this one has passed: the producer may go on while this one does. */
  private passBatch(): Promise<void> {
    const { batch, passing } = this;
    this.batch = [];
    this.weightOfBatch = 0;
    this.passing = passing.then(() => this.write(batch));
    // A failure surfaces at the next wait, which always comes: in `finish` at the latest.
    this.passing.catch(() => {});
    return passing;
  }

  private async write(batch: readonly ReadRecord[]): Promise<void> {
    const known = await this.knownAmong(batch);
    for (const record of batch) {
      const { digest } = record;
      const unnamed = digest === null ? undefined : known.get(digest);
      const wait = digest !== null && unnamed ? this.staging.passOver(digest, unnamed) : this.stage(record);
      if (wait) await wait;
    }
  }

  /** The digests that are known, with the nodes of which the record gives empty lists and says nothing else. */
  private async knownAmong(batch: readonly ReadRecord[]): Promise<ReadonlyMap<string, readonly string[]>> {
    const digests = await this.known.among(batch.flatMap(({ digest }) => digest ?? []));
    const known = new Map<string, readonly string[]>();
    for (const { owners, digest } of batch) {
      if (digest !== null && digests.has(digest)) known.set(digest, unnamedOf(owners));
    }
    const lists = [...known].flatMap(([digest, unnamed]) => unnamed.map((objectid) => ({ digest, objectid })));
    for (const digest of await this.known.unknownWith(lists)) known.delete(digest);
    return known;
  }

  private async stage({ parts, owners, digest, weight }: ReadRecord): Promise<void> {
    this.staged += weight;
    await this.staging.owners(owners, { digest, place: placeOf(parts) });
    for (const part of parts) {
      const wait = this.staging.part(part);
      if (wait) await wait;
    }
  }
}

/** The nodes of which the record gives empty lists and says nothing else: it neither makes them nor renews their day. */
function unnamedOf(owners: RecordOwners): string[] {
  return [...owners].flatMap(([objectid, { isNamed }]) => (isNamed ? [] : objectid));
}

/** Where in the payload the edges of a record stand. */
function placeOf(parts: readonly StagedPart[]): number | null {
  for (const part of parts) if ('source' in part) return part.record;
  return null;
}
