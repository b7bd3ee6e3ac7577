import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import pg from 'pg';
import { type TestDatabase, testDatabase } from '../../../test/support/test-database.js';
import { AuditRepository } from '../../auth/audit/audit.repository.js';
import type { Filter } from '../../http/list/list-description.js';
import type { Poll } from '../../http/list/polling.js';
import { AuditLogRepository } from './audit-log.repository.js';

interface Page {
  readonly count: number;
  readonly cursor: string;
  readonly data: readonly { readonly id: number; readonly resource: string }[];
}

const fromStart: Poll = { after: '0' };

describe('Polls of the audit log', () => {
  let test: TestDatabase;
  let entries: AuditRepository;
  let log: AuditLogRepository;
  const writers: pg.Client[] = [];

  beforeAll(async () => {
    test = await testDatabase();
    entries = new AuditRepository(test.database);
    log = new AuditLogRepository(test.database);
    for (let writer = 0; writer < 3; writer++) {
      const client = new pg.Client({ connectionString: test.url });
      await client.connect();
      writers.push(client);
    }
  });
  afterAll(async () => {
    await Promise.all(writers.map((writer) => writer.end()));
    await test.drop();
  });
  beforeEach(() => test.database.query('TRUNCATE audit_log RESTART IDENTITY'));

  const insertSql = `INSERT INTO audit_log (at, account_name, action, resource, outcome)
    VALUES (now(), '(system)', 'graph.expire', $1, 'success')`;
  const insert = (writer: number, resource: string) => writers[writer]!.query(insertSql, [resource]);
  const run = (writer: number, statement: 'BEGIN' | 'COMMIT' | 'ROLLBACK') => writers[writer]!.query(statement);

  async function poll(given: Poll, { limit = 100, filters = [] as Filter<'resource'>[] } = {}): Promise<Page> {
    const json = await log.listPage({ filters, order: [], skip: 0, limit, flags: {}, poll: given });
    return JSON.parse(json.text) as Page;
  }

  /** Continues until nothing is left. */
  async function pollRest(
    cursor: string,
    limit = 100,
  ): Promise<{ readonly seen: readonly string[]; readonly cursor: string }> {
    const { data, cursor: next } = await poll({ after: cursor }, { limit });
    const seen = data.map(({ resource }) => resource);
    if (data.length === 0) return { seen, cursor: next };
    const rest = await pollRest(next, limit);
    return { seen: [...seen, ...rest.seen], cursor: rest.cursor };
  }

  it('return the entry of a transaction that inserts first and commits last', async () => {
    await run(0, 'BEGIN');
    await insert(0, 'early');
    await insert(1, 'late');
    const first = await poll(fromStart);
    await run(0, 'COMMIT');
    const second = await poll({ after: first.cursor });
    expect([first, second].map(({ data }) => data.map(({ id, resource }) => [id, resource]))).toEqual([
      [[2, 'late']],
      [[1, 'early']],
    ]);
    expect((await poll({ after: second.cursor })).data).toEqual([]);
  });

  it('return an entry that another transaction had locked, later and once', async () => {
    await insert(0, 'one');
    await insert(0, 'two');
    await run(1, 'BEGIN');
    await writers[1]!.query(`UPDATE audit_log SET outcome = 'failure' WHERE resource = 'one'`);
    const first = await poll(fromStart);
    await run(1, 'COMMIT');
    expect([first.data.map(({ resource }) => resource), (await pollRest(first.cursor)).seen]).toEqual([
      ['two'],
      ['one'],
    ]);
  });

  it('return each committed entry once, whatever writers and other pollers do', async () => {
    const action = fc.record({
      what: fc.constantFrom('insert', 'insert', 'commit', 'rollback', 'poll', 'polls'),
      writer: fc.nat(writers.length - 1),
      limit: fc.integer({ min: 1, max: 3 }),
    });
    const property = fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 40 }), async (actions) => {
      await test.database.query('TRUNCATE audit_log');
      const open = writers.map((): string[] => []);
      const committed: string[] = [];
      const seen: string[] = [];
      let cursor = '0';
      const end = async (writer: number, how: 'COMMIT' | 'ROLLBACK') => {
        if (open[writer]!.length > 0) await run(writer, how);
        const written = open[writer]!.splice(0);
        if (how === 'COMMIT') committed.push(...written);
      };
      for (const [at, { what, writer, limit }] of actions.entries()) {
        if (what === 'insert') {
          if (open[writer]!.length === 0) await run(writer, 'BEGIN');
          await insert(writer, String(at));
          open[writer]!.push(String(at));
        } else if (what === 'commit' || what === 'rollback') {
          await end(writer, what === 'commit' ? 'COMMIT' : 'ROLLBACK');
        } else {
          const others = what === 'polls' ? [poll(fromStart), poll({ after: cursor })] : [];
          const [page] = await Promise.all([poll({ after: cursor }, { limit }), ...others]);
          seen.push(...page.data.map(({ resource }) => resource));
          cursor = page.cursor;
        }
      }
      for (const writer of writers.keys()) await end(writer, 'COMMIT');
      seen.push(...(await pollRest(cursor, 2)).seen);
      expect(seen.toSorted()).toEqual(committed.toSorted());
    });
    await fc.assert(property, { numRuns: 25 });
  });

  it('return each entry once while writers and pollers run at the same time', async () => {
    const written = writers.map(async (_, writer) => {
      for (let at = 0; at < 60; at++) {
        await run(writer, 'BEGIN');
        await insert(writer, `${writer}-${at}`);
        await writers[writer]!.query('SELECT pg_sleep(0.002 * random())');
        await run(writer, at % 7 === 6 ? 'ROLLBACK' : 'COMMIT');
      }
    });
    const writing = new AbortController();
    const pollers = [3, 100].map(async (limit) => {
      const seen: string[] = [];
      let cursor = '0';
      while (!writing.signal.aborted) {
        const page = await poll({ after: cursor }, { limit });
        seen.push(...page.data.map(({ resource }) => resource));
        cursor = page.cursor;
      }
      return [...seen, ...(await pollRest(cursor, limit)).seen];
    });
    await Promise.all(written);
    writing.abort();
    const all = await test.database.query<{ resource: string }>('SELECT resource FROM audit_log');
    expect(all.length).toBe(3 * (60 - 8));
    const expected = all.map(({ resource }) => resource).toSorted();
    expect((await Promise.all(pollers)).map((seen) => seen.toSorted())).toEqual([expected, expected]);
  });

  it('begin with a time, and return a cursor even if nothing was written since then', async () => {
    await insert(0, 'old');
    await insert(0, 'new');
    await test.database.query(`UPDATE audit_log SET at = '2026-01-01Z' WHERE resource = 'old'`);
    const since = Date.parse('2026-02-01T00:00:00Z');
    const first = await poll({ since });
    expect([first.count, first.data.map(({ resource }) => resource)]).toEqual([1, ['new']]);
    const none = await poll({ since: Date.parse('2999-01-01T00:00:00Z') });
    expect([none.data, none.cursor]).toEqual([[], first.cursor]);
    await insert(0, 'next');
    expect((await pollRest(none.cursor)).seen).toEqual(['next']);
  });

  it('filter, count what is left, and pass rows that the filter excludes', async () => {
    for (const resource of ['a', 'b', 'a', 'b', 'a']) await insert(0, resource);
    const filters: Filter<'resource'>[] = [{ column: 'resource', predicate: 'eq', value: 'a' }];
    const first = await poll(fromStart, { limit: 2, filters });
    const second = await poll({ after: first.cursor }, { limit: 2, filters });
    expect([first, second].map(({ count, data }) => [count, data.map(({ id }) => id)])).toEqual([
      [3, [1, 3]],
      [1, [5]],
    ]);
    const { cursor } = await pollRest('0');
    expect([second.cursor, (await poll(fromStart, { limit: 0 })).cursor]).toEqual([cursor, '0']);
  });

  it('give numbers above those of a later backup', async () => {
    await insert(0, 'kept');
    const { cursor } = await poll(fromStart);
    await test.database.query('UPDATE audit_log SET poll_number = 5');
    await entries.insert({
      accountId: null,
      accountName: 'ada',
      action: 'login',
      resource: 'after the restore',
      outcome: 'success',
      details: {},
      requestId: null,
    });
    expect((await pollRest(cursor)).seen).toEqual(['after the restore']);
  });
});
