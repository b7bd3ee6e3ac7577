import { runWithoutScope } from '../../base/scope/request-scope.js';
import type { Database } from '../../database/database.js';
import { numberRows } from '../../database/sql/number-rows.js';
import { type AskedTime, time, timeAsked } from '../input/asked-time.js';
import { type Parameter, refuse, single, together } from '../input/parameters.js';

/**
 * A table whose rows are returned in the order in which they were committed, so that a cursor misses none
 * (docs/adr/0107-polling-without-loss.md). Its column `poll_number` is null after a change until the next poll.
 */
export interface PolledTable {
  readonly table: string;
  /** SQL: the column `poll_number` in the FROM clause of the list. */
  readonly number: string;
  /** SQL, by the names of the columns of the table: the time of the last change. */
  readonly changedAt: string;
}

/** Where a poll continues, or the time from which it begins. */
export type Poll = { readonly after: string } | { readonly since: AskedTime };

export const cursorMeaning =
  'Continues where the answer ended that had this `cursor`. Nothing is missing and nothing is there twice, whatever is written meanwhile.';

/** Schema of `cursor` in an answer. */
export const cursorSchema = {
  cursor: { type: 'string', description: 'The `cursor` of the next request.' },
} as const;

/** Most digits of a number that PostgreSQL takes. */
const cursorPattern = String.raw`^\d{1,18}$`;

const polled = together({
  after: single('cursor', 'the cursor of an answer, or 0 for the first row', (text) => cursorOf(text), {
    description: `${cursorMeaning} 0 begins with the first row. Rows are in the order in which they were written.`,
    schema: { type: 'string', pattern: cursorPattern },
  }),
  since: time('since', 'Begins with the rows that were written since then, and returns a `cursor`.'),
});

function cursorOf(text: string): string | undefined {
  return new RegExp(cursorPattern).test(text) ? text : undefined;
}

const fixedOrder = 'does not go with cursor and since, which have an order of their own';

/** `cursor` and `since` of a list; undefined without them. */
export const pollParameter: Parameter<Poll | undefined> = {
  ...polled,
  read: (query, faults, request) => {
    const { after, since } = polled.read(query, faults, request);
    if (after === undefined && since === undefined) return undefined;
    refuse(['sort_by', 'skip'], query, fixedOrder, faults);
    if (after === undefined) return { since: since! };
    refuse(['since'], query, 'does not go with cursor, which continues from where an answer ended', faults);
    return { after };
  },
};

/** SQL of a poll: its begin, its rows and the next cursor. */
export interface PollSql {
  /** Of a common table expression `begin`. */
  readonly begin: string;
  readonly isLater: string;
  readonly order: string;
  /** SQL: the cursor of the answer. Names the columns `number` and `item` of `rows`. @param limit SQL */
  readonly cursor: (limit: string) => string;
}

/** Numbers the rows that have been committed meanwhile. @param bind adds a parameter of the statement */
export async function pollSql(
  database: Database,
  { table, number, changedAt }: PolledTable,
  poll: Poll,
  bind: (value: string) => string,
): Promise<PollSql> {
  await runWithoutScope(() => numberRows(database, table, changedAt));
  const last = `(SELECT max(poll_number) FROM ${table})`;
  const begin =
    'after' in poll
      ? `${bind(poll.after)}::bigint`
      : `coalesce((SELECT min(poll_number) - 1 FROM ${table}
          WHERE ${changedAt} >= ${bind(timeAsked(poll.since, new Date()).toISOString())}::timestamptz), ${last}, 0)`;
  return {
    begin: `SELECT ${begin} AS number`,
    isLater: `${number} > (SELECT number FROM begin)`,
    order: number,
    // If the page is not full, filters exclude all later rows.
    cursor: (limit) =>
      `GREATEST((SELECT number FROM begin), max(rows.number), CASE WHEN count(rows.item) < ${limit} THEN ${last} END)`,
  };
}
