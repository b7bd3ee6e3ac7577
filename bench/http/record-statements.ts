import { createHash } from 'node:crypto';
import type { Database } from '../../src/database/database.js';

export interface RecordedStatement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The statements that a piece of work sends, when it is done a second time and all caches are warm. */
export async function recordStatements(database: Database, work: () => Promise<unknown>): Promise<RecordedStatement[]> {
  await work();
  const recorded: RecordedStatement[] = [];
  const original = {
    prepared: database.prepared.bind(database),
    query: database.query.bind(database),
  };
  const record = (text: string, values: readonly unknown[] = []) => {
    recorded.push({ name: createHash('sha1').update(text).digest('hex').slice(0, 16), text, values });
  };
  const recording: Pick<Database, 'prepared' | 'query'> = {
    prepared: (text, values) => {
      record(text, values);
      return original.prepared(text, values);
    },
    query: (text, values) => {
      record(text, values);
      return original.query(text, values);
    },
  };
  Object.assign(database, recording);
  try {
    await work();
  } finally {
    Object.assign(database, original);
  }
  return recorded;
}
