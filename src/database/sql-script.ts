import pg from 'pg';
import type { SqlRunner, SqlValue } from './database.js';

/** What can stand in the text of a statement; a list is to be cast to its type there. */
export type SqlLiteral = string | number | readonly (number | boolean | null)[];

/**
 * Statements of one transaction, which go to the server together up to one whose rows are asked for. So the server does not wait after
 * each, with the locks of the transaction, for a process that is busy with other things.
 */
export class SqlScript implements SqlRunner {
  private waiting: string[] = [];

  constructor(private readonly tx: SqlRunner) {}

  /** Runs a statement with the next that is asked for its rows, before it. */
  add(text: string, values: readonly SqlLiteral[] = []): void {
    this.waiting.push(withLiterals(text, values));
  }

  /** Runs all that waits, then this. */
  async query<Row>(text: string, values: readonly SqlValue[] = []): Promise<Row[]> {
    if (values.every(isLiteral)) return this.tx.query([...this.take(), withLiterals(text, values)].join(';\n'));
    await this.run();
    return this.tx.query(text, values);
  }

  async prepared<Row>(text: string, values?: readonly SqlValue[]): Promise<Row[]> {
    await this.run();
    return this.tx.prepared(text, values);
  }

  /** Runs all that waits. */
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

/** A literal in place of each `$1`: one message takes several statements only where they have no parameters. */
function withLiterals(text: string, values: readonly SqlLiteral[]): string {
  if (values.length === 0) return text;
  return text.replaceAll(/\$(\d+)/g, (_, place: string) => {
    const value = values[Number(place) - 1];
    if (value === undefined) throw new Error(`there is no value for $${place}`);
    if (typeof value === 'string') return pg.escapeLiteral(value);
    return typeof value === 'number' ? `(${value})` : `ARRAY[${value.map(String).join(', ')}]`;
  });
}
