import { CypherError } from '../cypher-error.js';
import type { Interrupt } from '../../questions/interrupt.js';
import { EdgeValue, PathValue, type Value } from '../data/values.js';

/** What one query may use. */
export interface QueryLimits {
  /** Rows of the answer. */
  readonly rows: number;
  /** Work, weighted so that a step takes about the same time, whatever it does ({@link weights}). */
  readonly steps: number;
  /** Bytes at one time: of rows that are sorted or joined, of lists, texts and properties, and of the answer. */
  readonly memory: number;
  /** Bytes of the answer. */
  readonly answer: number;
}

const mebibyte = 1024 ** 2;

/** Larger answers take long to send, and clients can't show them. */
const largestAnswer = 32 * mebibyte;

/** @param memory bytes that one query may use */
export function limitsWithin(memory: number): QueryLimits {
  return { rows: 100_000, steps: 100_000_000, memory, answer: Math.min((memory * 2) / 3, largestAnswer) };
}

export const defaultLimits: QueryLimits = limitsWithin(48 * mebibyte);

/** Steps of what costs more than a comparison, measured: a step takes about 50 ns. */
export const weights = { expression: 2, edge: 4, row: 8 } as const;

/** What one call of the engine can't interrupt; it takes some tenths of a second. */
const mostAtOnce = 10_000_000;

/** Looking at the clock at each step would take longer than the step. */
const stepsBetweenChecks = 4096;

/** 32 characters of a text are one step. */
const textBits = 5;

export function stepsOfText(text: string): number {
  return text.length >> textBits;
}

/** Steps of a search, which compares most of a part at many places of the text. */
export function stepsOfSearch(text: string, part: string): number {
  return stepsOfText(text) * Math.max(1, part.length >> 1);
}

/** Counts what a query uses. @throws CypherError that names the limit */
export class Budget {
  private steps = 0;
  private nextCheck = stepsBetweenChecks;
  private kept = 0;
  private made = 0;
  private answered = 0;
  private rows = 0;
  /** How often each list that is kept is part of what is kept. */
  private uses = new WeakMap<object, number>();

  constructor(
    private readonly limits: QueryLimits,
    private readonly interrupt: Interrupt,
  ) {}

  /** Counts steps before they are done. */
  step(count = 1): void {
    this.steps += count;
    if (count > mostAtOnce) throw exceeded('steps', `${mostAtOnce} steps at a time`);
    if (this.steps < this.nextCheck) return;
    this.nextCheck = this.steps + stepsBetweenChecks;
    this.interrupt.check();
    if (this.steps > this.limits.steps) throw exceeded('steps', `${this.limits.steps} steps`);
  }

  /** Counts bytes that are kept. */
  keep(bytes: number): void {
    this.kept += bytes;
    this.requireMemory();
  }

  /** Counts values that are kept, with the items of their lists. @returns their bytes */
  keepValues(values: readonly Value[]): number {
    const bytes = this.bytesIn(values, 1);
    this.keep(bytes);
    return bytes;
  }

  keepRow(row: readonly Value[]): void {
    this.keep(size.row);
    this.keepValues(row);
  }

  releaseRow(row: readonly Value[]): void {
    this.kept -= size.row + this.bytesIn(row, -1);
  }

  /** Counts items of a list that an expression makes. They count until {@link forgetMade}. */
  make(items: number, bytesEach: number = size.item): void {
    this.step(items);
    this.made += size.list + items * bytesEach;
    this.requireMemory();
  }

  /** Counts a text that an expression makes, as {@link make}. */
  makeText(length: number): void {
    this.step(length >> textBits);
    this.made += size.text + 2 * length;
    this.requireMemory();
  }

  /** Counts bytes of the answer. */
  answer(bytes: number): void {
    this.answered += bytes;
    if (this.answered > this.limits.answer) throw answerExceeded(this.limits.answer);
    this.requireMemory();
  }

  /** The bytes that expressions have made. A step that passes rows on forgets later what it made for them. */
  get madeSoFar(): number {
    return this.made;
  }

  forgetMade(madeBefore: number): void {
    this.made = madeBefore;
  }

  /** Runs something whose result is small, such as a subquery, and forgets what it kept and made. */
  within<T>(work: () => T): T {
    const { kept, made, uses } = this;
    this.uses = new WeakMap();
    try {
      return work();
    } finally {
      this.kept = kept;
      this.made = made;
      this.uses = uses;
    }
  }

  private requireMemory(): void {
    const { memory } = this.limits;
    if (this.kept + this.made + this.answered > memory)
      throw exceeded('memory', `${mebibytes(memory)}; return or sort fewer rows, or raise QUERY_MEMORY`);
  }

  /** Rows share lists, so each is counted once. @param change of the uses of lists: 1 or -1 */
  private bytesIn(values: Iterable<Value>, change: number): number {
    let bytes = 0;
    for (const value of values) {
      bytes += bytesOf(value);
      if (typeof value !== 'object' || value === null) continue;
      const items = value instanceof PathValue ? [...value.nodes, ...value.edges] : itemsOf(value);
      if (!items) continue;
      const uses = this.uses.get(value) ?? 0;
      this.uses.set(value, uses + change);
      if (Math.min(uses, uses + change) === 0) bytes += size.list + this.bytesIn(items, change);
    }
    return bytes;
  }

  /** Counts rows of the answer. */
  answerRows(count: number): void {
    this.rows += count;
    if (this.rows > this.limits.rows) throw exceeded('rows', `${this.limits.rows} rows; add LIMIT`);
  }
}

function itemsOf(value: Value): readonly Value[] | null {
  if (value instanceof Map) return [...value.values()];
  return Array.isArray(value) ? value : null;
}

/** Measured bytes of V8's objects. */
export const size = {
  row: 192,
  list: 48,
  item: 40,
  entry: 110,
  text: 24,
  slot: 12,
  number: 24,
  node: 40,
  edge: 64,
} as const;

/** The bytes of a value, of its place in a list included, and without its items. */
function bytesOf(value: Value): number {
  if (typeof value === 'string') return size.slot + size.text + 2 * value.length;
  if (typeof value === 'bigint' || typeof value === 'number') return size.slot + size.number;
  if (typeof value !== 'object' || value === null) return size.slot;
  if (value instanceof Map)
    return size.slot + [...value.keys()].reduce((sum, key) => sum + key.length, value.size * size.entry);
  return size.slot + (value instanceof EdgeValue ? size.edge : size.node);
}

/** @param most bytes */
export function answerExceeded(most: number): CypherError {
  return exceeded('answer', `${mebibytes(most)}; return fewer columns, or add LIMIT`);
}

function mebibytes(bytes: number): string {
  return `${Number((bytes / mebibyte).toFixed(2))} MiB`;
}

function exceeded(limit: string, most: string): CypherError {
  return new CypherError('limit', `the query exceeds the limit of ${limit}: ${most}`);
}
