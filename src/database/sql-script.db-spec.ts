import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type TestDatabase, testDatabase } from '../../test/support/test-database.js';
import type { SqlRunner, SqlValue } from './database.js';
import { SqlScript } from './sql-script.js';

/** Sends to a database, and notes what. */
class Noting implements SqlRunner {
  readonly sent: string[] = [];

  constructor(private readonly to: SqlRunner) {}

  query<Row>(text: string, values?: readonly SqlValue[]): Promise<Row[]> {
    this.sent.push(text);
    return this.to.query(text, values);
  }

  prepared<Row>(text: string, values?: readonly SqlValue[]): Promise<Row[]> {
    this.sent.push(text);
    return this.to.prepared(text, values);
  }
}

describe('SqlScript', () => {
  let test: TestDatabase;
  let noting: Noting;
  let script: SqlScript;

  beforeAll(async () => (test = await testDatabase({ DATABASE_POOL_SIZE: '1' })));
  beforeEach(async () => {
    await test.database.query(
      'CREATE TEMP TABLE IF NOT EXISTS said (no serial, what text); TRUNCATE said RESTART IDENTITY',
    );
    noting = new Noting(test.database);
    script = new SqlScript(noting);
  });
  afterAll(() => test.drop());

  const said = async () =>
    (await test.database.query<{ what: string }>('SELECT what FROM said ORDER BY no')).map(({ what }) => what);
  const say = 'INSERT INTO said (what) VALUES ($1) RETURNING no';

  it('sends queued statements with the next query, in order, and returns the rows of the query', async () => {
    script.add(say, ['first']);
    script.add(say, ['second']);
    expect(noting.sent).toEqual([]);
    expect(await script.query('SELECT what FROM said WHERE no > $1', [1])).toEqual([{ what: 'second' }]);
    expect(noting.sent).toHaveLength(1);
  });

  it('sends no statement twice, and nothing if the queue is empty', async () => {
    script.add(say, ['once']);
    await script.run();
    await script.run();
    expect([await said(), noting.sent.length]).toEqual([['once'], 1]);
  });

  it.each([
    ['a value that is no literal', () => script.query(say, [null])],
    ['a prepared statement', () => script.prepared(say, ['then'])],
  ])('sends queued statements before %s', async (_what, then) => {
    script.add(say, ['first']);
    expect(await then()).toEqual([{ no: 2 }]);
    expect((await said())[0]).toBe('first');
    expect(noting.sent).toHaveLength(2);
  });

  it.each(["it's", '\\', "\\'; DROP TABLE said; --", '$1', '$$', 'ä\n\u{1F600}', ''])(
    'does not change the text %j',
    async (text) => {
      script.add(say, [text]);
      expect(await script.query('SELECT $1::text AS text, what FROM said WHERE what = $1', [text])).toEqual([
        { text, what: text },
      ]);
    },
  );

  it.each([0, -1, 2 ** 31, 1.5, -1e-7, Number.MAX_SAFE_INTEGER])('does not change the number %d', async (number) => {
    expect(await script.query('SELECT 1-$1 = 1 - ($2)::numeric AS same', [number, String(number)])).toEqual([
      { same: true },
    ]);
  });

  it('does not change lists', async () => {
    const lists = { ints: [1, -1, null], flags: [true, false, null], none: [] };
    script.add(
      'CREATE TEMP TABLE listed AS SELECT $1::int[] AS ints, $2::boolean[] AS flags, $3::int[] AS none',
      Object.values(lists),
    );
    expect(await script.query('SELECT * FROM listed')).toEqual([lists]);
    expect(noting.sent).toHaveLength(1);
  });

  it('replaces $10 by the tenth value', async () => {
    const values = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
    expect(await script.query('SELECT $10 AS tenth, $1 AS first', values)).toEqual([{ tenth: 10, first: 1 }]);
  });

  it('refuses a placeholder without a value', () => {
    expect(() => script.add('SELECT $1, $2', ['one'])).toThrow('there is no value for $2');
  });

  it('runs nothing after a statement that fails, and rolls back earlier ones', async () => {
    await expect(
      test.database.transaction(async (tx) => {
        const failing = new SqlScript(tx);
        failing.add(say, ['first']);
        failing.add('SELECT nothing');
        failing.add(say, ['second']);
        await failing.run();
      }),
    ).rejects.toThrow('column "nothing" does not exist');
    expect(await said()).toEqual([]);
  });
});
