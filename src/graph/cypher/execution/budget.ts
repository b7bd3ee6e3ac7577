import { CypherError } from '../cypher-error.js';
import type { Interrupt } from '../../questions/interrupt.js';
import { PathValue, type Value } from '../data/values.js';

/** What one query may use. */
export interface QueryLimits {
  readonly ms: number;
  /** Rows of the answer. */
  readonly rows: number;
  /** Edges that are followed, rows that are made, and items of lists that are made, tested or compared. */
  readonly steps: number;
  /** Values at one time: in rows that are sorted or joined, in lists, and properties. A text counts by its length. */
  readonly values: number;
}

export const defaultLimits: QueryLimits = { ms: 4_500, rows: 100_000, steps: 100_000_000, values: 10_000_000 };

/** What one call of the engine can't interrupt; it takes some tenths of a second. */
const mostAtOnce = 10_000_000;

/** Looking at the clock at each step would take longer than the step. */
const stepsBetweenChecks = 4096;

/** 32 characters of a text count as one value. */
const textBits = 5;

export function sizeOfText(text: string): number {
  return text.length >> textBits;
}

/** Steps of a search, which compares most of a part at many places of the text. */
export function stepsOfSearch(text: string, part: string): number {
  return sizeOfText(text) * Math.max(1, part.length >> 1);
}

/** Counts what a query uses. @throws CypherError that names the limit */
export class Budget {
  private readonly end: number;
  private steps = 0;
  private nextCheck = stepsBetweenChecks;
  private values = 0;
  private made = 0;
  private readonly counted = new WeakSet<object>();

  constructor(
    private readonly limits: QueryLimits,
    private readonly interrupt: Interrupt,
  ) {
    this.end = performance.now() + limits.ms;
  }

  /** Counts steps before they are done. */
  step(count = 1): void {
    this.steps += count;
    if (count > mostAtOnce) throw exceeded('steps', `${mostAtOnce} steps at a time`);
    if (this.steps < this.nextCheck) return;
    this.nextCheck = this.steps + stepsBetweenChecks;
    this.interrupt.check();
    if (performance.now() > this.end) throw exceeded('time', `${this.limits.ms / 1000} s`);
    if (this.steps > this.limits.steps) throw exceeded('steps', `${this.limits.steps} steps`);
  }

  /** Counts values that are kept. */
  keep(values: number): void {
    this.values += values;
    this.requireMemory();
  }

  /** Counts the values of a row that is kept, with the items of its lists. @returns how many, for {@link release} */
  keepRow(row: readonly Value[]): number {
    const size = row.length + this.itemsIn(row);
    this.keep(size);
    return size;
  }

  release(values: number): void {
    this.values -= values;
  }

  /** Counts items of a list, or the size of a text, that an expression makes. They count until {@link forgetMade}. */
  make(values: number): void {
    this.step(values);
    this.made += values;
    this.requireMemory();
  }

  /** What expressions have made. A step that passes rows on forgets later what it made for them. */
  get madeSoFar(): number {
    return this.made;
  }

  forgetMade(madeBefore: number): void {
    this.made = madeBefore;
  }

  /** Runs something whose result is small, such as a subquery, and forgets what it kept and made. */
  within<T>(work: () => T): T {
    const { values, made } = this;
    try {
      return work();
    } finally {
      this.values = values;
      this.made = made;
    }
  }

  private requireMemory(): void {
    if (this.values + this.made > this.limits.values) throw exceeded('memory', `${this.limits.values} values`);
  }

  /** Rows share lists, so each is counted once. */
  private itemsIn(values: Iterable<Value>): number {
    let count = 0;
    for (const value of values) {
      if (typeof value === 'string') count += sizeOfText(value);
      if (typeof value !== 'object' || value === null || this.counted.has(value)) continue;
      const items = value instanceof PathValue ? [...value.nodes, ...value.edges] : itemsOf(value);
      if (!items) continue;
      this.counted.add(value);
      count += items.length + this.itemsIn(items);
    }
    return count;
  }

  requireRows(count: number): void {
    if (count > this.limits.rows) throw exceeded('rows', `${this.limits.rows} rows; add LIMIT`);
  }
}

function itemsOf(value: Value): readonly Value[] | null {
  if (value instanceof Map) return [...value.values()];
  return Array.isArray(value) ? value : null;
}

function exceeded(limit: string, most: string): CypherError {
  return new CypherError('limit', `the query exceeds the limit of ${limit}: ${most}`);
}
