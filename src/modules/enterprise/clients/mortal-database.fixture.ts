import { Database } from '../../../database/database.js';

/** The database of a process that dies after a given number of statements: open transactions are rolled back, and further statements fail. */
export class MortalDatabase extends Database {
  private left = Infinity;

  dieAfter(statements: number): void {
    this.left = statements;
  }

  override query: Database['query'] = (text, values) => this.alive(() => super.query(text, values));
  override prepared: Database['prepared'] = (text, values) => this.alive(() => super.prepared(text, values));
  override transaction: Database['transaction'] = async (work, begin) => {
    const result = await super.transaction(
      (tx) =>
        work({
          client: tx.client,
          query: (text, values) => this.alive(() => tx.query(text, values)),
          prepared: (text, values) => this.alive(() => tx.prepared(text, values)),
        }),
      begin,
    );
    // The process may also die after a commit.
    return this.alive(() => Promise.resolve(result));
  };

  private alive<T>(work: () => Promise<T>): Promise<T> {
    if (this.left-- <= 0) return Promise.reject(new Error('killed'));
    return work();
  }
}
