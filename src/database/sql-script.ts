import pg from 'pg';
import type { SqlRunner, SqlValue } from './database.js';

/** A value that can be written as a literal. The statement must cast a list to its type. */
export type SqlLiteral = string | number | readonly (number | boolean | null)[];

/**
 * Collects statements of one transaction and sends them together with the next query for rows. Otherwise the transaction would hold its
 * locks after each statement until this process, which may be busy, sends the next.
 */
export class SqlScript implements SqlRunner {
  private waiting: string[] = [];

  constructor(private readonly tx: SqlRunner) {}

  /** Queues a statement; it runs before the next query for rows. */
  add(text: string, values: readonly SqlLiteral[] = []): void {
    this.waiting.push(withLiterals(text, values));
  }

  /** Runs the queued statements, then this one. */
  async query<Row>(text: string, values: readonly SqlValue[] = []): Promise<Row[]> {
    if (values.every(isLiteral)) return this.tx.query([...this.take(), withLiterals(text, values)].join(';\n'));
    await this.run();
    return this.tx.query(text, values);
  }

  async prepared<Row>(text: string, values?: readonly SqlValue[]): Promise<Row[]> {
    await this.run();
    return this.tx.prepared(text, values);
  }

  /** Runs the queued statements. */
  async run(): Promise<void> {
    if (this.waiting.length > 0) await this.tx.query(this.take().join(';\n'));
  }

  private take(): readonly string[] {
    const { waiting } = this;
    this.waiting = [];
    return waiting;
  }
}

function isLiteral(value: SqlValue): value is SqlLiteral {
  return typeof value === 'string' || typeof value === 'number';
}

/** Replaces each `$1` by a literal: PostgreSQL accepts several statements in one message only if they have no parameters. */
function withLiterals(text: string, values: readonly SqlLiteral[]): string {
  if (values.length === 0) return text;
  return text.replaceAll(/\$(\d+)/g, (_, place: string) => {
    const value = values[Number(place) - 1];
    if (value === undefined) throw new Error(`there is no value for $${place}`);
    if (typeof value === 'string') return pg.escapeLiteral(value);
    return typeof value === 'number' ? `(${value})` : `ARRAY[${value.map(String).join(', ')}]`;
  });
}
