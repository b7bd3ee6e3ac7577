/** Links of one kind: those of source `s` lie in `targets` from `offsets[s]` up to `offsets[s + 1]`. Transferable between threads. */
export interface Links {
  readonly offsets: Int32Array;
  readonly targets: Int32Array;
}

/** Sorts links by their source, by counting. */
export function linksOf(nodes: number, sources: Int32Array, ends: Int32Array): Links {
  const offsets = new Int32Array(nodes + 1);
  for (const source of sources) offsets[source + 1] = (offsets[source + 1] ?? 0) + 1;
  for (let node = 0; node < nodes; node++) offsets[node + 1] = (offsets[node + 1] ?? 0) + (offsets[node] ?? 0);
  const next = offsets.slice(0, nodes);
  const targets = new Int32Array(ends.length);
  for (let link = 0; link < ends.length; link++) {
    const source = sources[link] ?? 0;
    const place = next[source] ?? 0;
    next[source] = place + 1;
    targets[place] = ends[link] ?? 0;
  }
  return { offsets, targets };
}

/** The targets of one source: a part of an array, since they are gone through far too often to be handed over one by one. */
export interface TargetList {
  readonly targets: Int32Array;
  readonly from: number;
  readonly to: number;
}

/** What came and went at one source since the links were read, and what that makes of its targets once they are asked for. */
interface Changes {
  readonly added: Set<number>;
  readonly removed: Set<number>;
  merged: Int32Array | null;
}

/** The links of one kind as they are now: those that were read, and the changes laid over them. */
export class Adjacency {
  private readonly changes = new Map<number, Changes>();
  private readonly offsets: Int32Array;
  private readonly targets: Int32Array;

  constructor({ offsets, targets }: Links) {
    this.offsets = offsets;
    this.targets = targets;
  }

  /** A link that is not there. */
  add(source: number, target: number): void {
    const { added, removed } = this.changesOf(source);
    if (!removed.delete(target)) added.add(target);
  }

  /** A link that is there. */
  remove(source: number, target: number): void {
    const { added, removed } = this.changesOf(source);
    if (!added.delete(target)) removed.add(target);
  }

  /** How many targets a source has, which costs nothing where they have changed. */
  countOf(source: number): number {
    const { from, to } = this.readTargetsOf(source);
    const changes = this.changes.size > 0 ? this.changes.get(source) : undefined;
    return to - from + (changes ? changes.added.size - changes.removed.size : 0);
  }

  targetsOf(source: number): TargetList {
    const changes = this.changes.size > 0 ? this.changes.get(source) : undefined;
    if (!changes) return this.readTargetsOf(source);
    const targets = (changes.merged ??= merged(this.readTargetsOf(source), changes));
    return { targets, from: 0, to: targets.length };
  }

  /** A source that came later had nothing when the links were read. */
  private readTargetsOf(source: number): TargetList {
    const { targets, offsets } = this;
    if (source + 1 >= offsets.length) return { targets, from: 0, to: 0 };
    return { targets, from: offsets[source] ?? 0, to: offsets[source + 1] ?? 0 };
  }

  private changesOf(source: number): Changes {
    let changes = this.changes.get(source);
    if (!changes) {
      changes = { added: new Set(), removed: new Set(), merged: null };
      this.changes.set(source, changes);
    }
    changes.merged = null;
    return changes;
  }
}

function merged({ targets, from, to }: TargetList, { added, removed }: Changes): Int32Array {
  const all = new Int32Array(to - from - removed.size + added.size);
  let next = 0;
  for (let at = from; at < to; at++) {
    const target = targets[at] ?? 0;
    if (!removed.has(target)) all[next++] = target;
  }
  for (const target of added) all[next++] = target;
  return all;
}
