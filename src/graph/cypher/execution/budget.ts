import { CypherError } from '../cypher-error.js';
import type { Interrupt } from '../../questions/interrupt.js';

/** What one query may use. */
export interface QueryLimits {
  readonly ms: number;
  /** Rows of the answer. */
  readonly rows: number;
  /** Edges that are followed and rows that are made. */
  readonly steps: number;
  /** Values that are kept at one time: those of rows that are sorted or joined, and properties. */
  readonly values: number;
}

export const defaultLimits: QueryLimits = { ms: 4_500, rows: 100_000, steps: 100_000_000, values: 10_000_000 };

/** Looking at the clock at each step would take longer than the step. */
const stepsBetweenChecks = 4096;

/** Counts what a query uses. @throws CypherError that names the limit */
export class Budget {
  private readonly end: number;
  private steps = 0;
  private nextCheck = stepsBetweenChecks;
  private values = 0;

  constructor(
    private readonly limits: QueryLimits,
    private readonly interrupt: Interrupt,
  ) {
    this.end = performance.now() + limits.ms;
  }

  step(count = 1): void {
    this.steps += count;
    if (this.steps < this.nextCheck) return;
    this.nextCheck = this.steps + stepsBetweenChecks;
    this.interrupt.check();
    if (performance.now() > this.end) throw exceeded('time', `${this.limits.ms / 1000} s`);
    if (this.steps > this.limits.steps) throw exceeded('steps', `${this.limits.steps} steps`);
  }

  /** Counts values that are kept. */
  keep(values: number): void {
    this.values += values;
    if (this.values > this.limits.values) throw exceeded('memory', `${this.limits.values} values`);
  }

  release(values: number): void {
    this.values -= values;
  }

  requireRows(count: number): void {
    if (count > this.limits.rows) throw exceeded('rows', `${this.limits.rows} rows; add LIMIT`);
  }
}

function exceeded(limit: string, most: string): CypherError {
  return new CypherError('limit', `the query exceeds the limit of ${limit}: ${most}`);
}
