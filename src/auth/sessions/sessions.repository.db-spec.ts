import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { noAuditNote } from '../audit/audit.fixture.js';
import { type TestDatabase, testDatabase } from '../../../test/support/test-database.js';
import { onlyAlice } from '../accounts/account.fixture.js';
import { AccountEntity } from '../account.entity.js';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { loadSettings } from '../../base/config/load-settings.js';
import { clockOf } from '../../database/sql/database-clock.js';
import { SessionEntity } from './session.entity.js';
import { SessionsRepository } from './sessions.repository.js';

const origin = { kind: 'bearer', address: '10.0.0.9', program: 'curl/8.5' } as const;

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);

describe('SessionsRepository', () => {
  let db: TestDatabase;
  let accounts: AccountsRepository;
  let sessions: SessionsRepository;
  let accountId: string;

  beforeAll(async () => {
    db = await testDatabase();
    accounts = new AccountsRepository(db.dataSource.getRepository(AccountEntity), db.database);
    sessions = new SessionsRepository(
      db.dataSource.getRepository(SessionEntity),
      db.database,
      clockOf(db.database),
      loadSettings({}),
    );
  });
  beforeEach(async () => {
    accountId = await onlyAlice(db, accounts);
  });
  afterAll(() => db.drop());

  async function open(ttlSeconds = 3600): Promise<string> {
    return (await sessions.insert({ id: randomUUID(), accountId, ttlSeconds, ...origin }, noAuditNote)).id;
  }

  function age(seconds: number): Promise<unknown> {
    return db.database.query("UPDATE session SET last_used = now() - interval '1 second' * $1", [seconds]);
  }

  it('opens a session by the clock of the database that expires at a whole second', async () => {
    const session = await sessions.insert({ id: randomUUID(), accountId, ttlSeconds: 3600, ...origin }, noAuditNote);
    const [row] = await db.database.query<{ age: number }>(
      'SELECT extract(epoch FROM now() - $1::timestamptz)::float8 AS age',
      [session.createdAt],
    );
    expect(row!.age).toBeGreaterThanOrEqual(-0.001);
    expect(row!.age).toBeLessThan(60);
    const wholeSecond = Math.floor(session.createdAt.getTime() / 1000) * 1000;
    expect(session.expiresAt).toEqual(new Date(wholeSecond + 3_600_000));
  });

  it('counts a proof for some minutes, from when a provider has seen it, and never from the future', async () => {
    const opened = async (authenticatedAt?: Date | null) => {
      const more = { ...origin, ...(authenticatedAt !== undefined && { authenticatedAt }) };
      return (await sessions.insert({ id: randomUUID(), accountId, ttlSeconds: 3600, ...more }, noAuditNote)).id;
    };
    const ids = await Promise.all([undefined, ago(9), ago(11), ago(-60), null].map(opened));
    const areRecent = () => Promise.all(ids.map((id) => sessions.isProvenWithin(id, 10)));
    expect(await areRecent()).toEqual([true, true, false, true, false]);
    const future = await db.database.query('SELECT FROM session WHERE authenticated_at > created_at');
    expect(future).toEqual([]);
    await sessions.storeProof(ids[4]!);
    expect(await areRecent()).toEqual([true, true, false, true, true]);
  });

  it('finds an open session with its account', async () => {
    expect(await sessions.findOpen(await open())).toEqual({
      accountId,
      name: 'alice',
      role: 'user',
      environments: null,
      seesNodesOfNone: false,
      passwordExpired: false,
      totpActive: false,
      passkeys: 0,
      hasPassword: true,
      remainingMs: expect.any(Number),
    });
    expect(await sessions.findOpen(randomUUID())).toBeNull();
  });

  it('finds no session that has ended or whose account is disabled', async () => {
    const [ended, other] = [await open(), await open()];
    await sessions.end(ended);
    expect([await sessions.findOpen(ended), (await sessions.findOpen(other))?.name]).toEqual([null, 'alice']);
    await accounts.update(accountId, { isDisabled: true }, noAuditNote);
    expect(await sessions.findOpen(other)).toBeNull();
  });

  it('deletes the oldest sessions of an account that have not ended', async () => {
    const ids = [await open(), await open(), await open(), await open()];
    for (const [hour, id] of ids.entries())
      await db.database.query(`UPDATE session SET created_at = now() - interval '1 hour' * $1 WHERE id = $2`, [
        hour,
        id,
      ]);
    const [newest = '', second = '', ended = '', oldest] = ids;
    await sessions.end(ended);
    expect(await sessions.deleteOldest(accountId, 2)).toEqual([oldest]);
    expect(await sessions.deleteOldest(accountId, 2)).toEqual([]);
    expect(await sessions.deleteOldest(randomUUID(), 1)).toEqual([]);
    const found = await Promise.all([newest, second].map((id) => sessions.findOpen(id)));
    expect(found).toMatchObject([{ accountId }, { accountId }]);
  });

  it('ends all sessions of an account except one', async () => {
    const [kept, ended] = [await open(), await open()];
    await sessions.endAllOf(accountId, kept);
    expect([(await sessions.findOpen(kept))?.name, await sessions.findOpen(ended)]).toEqual(['alice', null]);
    await sessions.endAllOf(accountId);
    expect(await sessions.findOpen(kept)).toBeNull();
  });

  it('ends a session of the page SESSION_IDLE after its last use, and no session of a program', async () => {
    const cookie = { ...origin, kind: 'cookie' } as const;
    const insert = async (opened: typeof cookie | typeof origin) =>
      (await sessions.insert({ id: randomUUID(), accountId, ttlSeconds: 20_000, ...opened }, noAuditNote)).id;
    const [page, program] = [await insert(cookie), await insert(origin)];
    await age(3590);
    const remaining = (await sessions.findOpen(page))!.remainingMs;
    expect([remaining > 0, remaining <= 10_000]).toEqual([true, true]);
    await age(3601);
    expect((await sessions.findOpen(page))!.remainingMs).toBeLessThan(0);
    await sessions.storeUse(page);
    expect((await sessions.findOpen(page))!.remainingMs).toBeGreaterThan(3_500_000);
    await age(3601);
    await insert(cookie);
    await sessions.deleteExpired();
    expect([await sessions.findOpen(page), (await sessions.findOpen(program))?.name]).toEqual([null, 'alice']);
  });

  it('knows the former visit of the page after its session has ended, and keeps the newest one for that', async () => {
    const visit = async (kind: 'cookie' | 'bearer' = 'cookie') => {
      const opened = { id: randomUUID(), accountId, ttlSeconds: 20_000, ...origin, kind };
      const { id } = await sessions.insert(opened, noAuditNote);
      const [row] = await db.database.query<{ age: number | null }>(
        'SELECT extract(epoch FROM now() - former_visit)::int AS age FROM session WHERE id = $1',
        [id],
      );
      return { id, age: row!.age };
    };
    const left = (id: string, seconds: number) =>
      db.database.query("UPDATE session SET last_used = now() - interval '1 second' * $2 WHERE id = $1", [id, seconds]);
    const [first, program] = [await visit(), await visit('bearer')];
    await left(program.id, 5000);
    expect([first.age, program.age, (await visit()).age]).toEqual([null, null, null]);
    await sessions.endAllOf(accountId, first.id);
    await left(first.id, 9000);
    await db.database.query("UPDATE session SET last_used = now() - interval '7000 s' WHERE ended_at IS NOT NULL");
    expect((await visit()).age).toBe(7000);
    await db.database.query(
      "UPDATE session SET expires_at = now() - interval '1 s', last_used = now() - interval '8000 s'",
    );
    const newest = await visit();
    await left(newest.id, 6000);
    await sessions.deleteExpired();
    await sessions.deleteExpired();
    expect((await db.database.query('SELECT id FROM session')).map((it) => (it as { id: string }).id)).toEqual([
      newest.id,
    ]);
    expect([newest.age, (await visit()).age, (await visit('bearer')).age]).toEqual([8000, 6000, null]);
  });

  it('returns the remaining time and deletes only expired sessions by the clock of the database', async () => {
    const [expired, current] = [await open(-60), await open(60)];
    expect((await sessions.findOpen(expired))?.remainingMs).toBeLessThanOrEqual(-60_000);
    const remaining = (await sessions.findOpen(current))?.remainingMs;
    expect(remaining).toBeGreaterThan(0);
    expect(remaining).toBeLessThanOrEqual(60_000);
    await sessions.deleteExpired();
    expect([await sessions.findOpen(expired), (await sessions.findOpen(current))?.name]).toEqual([null, 'alice']);
  });
});
