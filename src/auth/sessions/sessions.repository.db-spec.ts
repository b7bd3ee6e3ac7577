import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { noNote } from '../../audit/audit-entry.js';
import { type TestDatabase, testDatabase } from '../../../test/support/test-database.js';
import { onlyAlice } from '../accounts/account.fixture.js';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { SessionsRepository } from './sessions.repository.js';

describe('SessionsRepository', () => {
  const createdAt = new Date('2026-10-01T12:00:00Z');
  const expiresAt = new Date('2026-10-01T20:00:00Z');
  let db: TestDatabase;
  let accounts: AccountsRepository;
  let sessions: SessionsRepository;
  let accountId: string;

  beforeAll(async () => {
    db = await testDatabase();
    accounts = new AccountsRepository(db.dataSource, db.database);
    sessions = new SessionsRepository(db.database);
  });
  beforeEach(async () => {
    accountId = await onlyAlice(db, accounts);
  });
  afterAll(() => db.drop());

  async function open(until = expiresAt): Promise<string> {
    const id = randomUUID();
    await sessions.insert({ id, accountId, createdAt, expiresAt: until });
    return id;
  }

  it('finds an open session with its account', async () => {
    expect(await sessions.findOpen(await open())).toEqual({
      accountId,
      name: 'alice',
      role: 'user',
      passwordExpired: false,
      expiresAt,
    });
    expect(await sessions.findOpen(randomUUID())).toBeNull();
  });

  it('finds none that has ended, or whose account is disabled', async () => {
    const [ended, other] = [await open(), await open()];
    await sessions.end(ended, createdAt);
    expect([await sessions.findOpen(ended), (await sessions.findOpen(other))?.name]).toEqual([null, 'alice']);
    await accounts.update(accountId, { isDisabled: true }, noNote);
    expect(await sessions.findOpen(other)).toBeNull();
  });

  it('ends all sessions of an account but one', async () => {
    const [kept, ended] = [await open(), await open()];
    await sessions.endAllOf(accountId, createdAt, kept);
    expect([(await sessions.findOpen(kept))?.name, await sessions.findOpen(ended)]).toEqual(['alice', null]);
    await sessions.endAllOf(accountId, createdAt);
    expect(await sessions.findOpen(kept)).toBeNull();
  });

  it('deletes those whose time is up', async () => {
    const [old, current] = [
      await open(new Date('2026-10-01T12:59:59.999Z')),
      await open(new Date('2026-10-01T13:00:00Z')),
    ];
    await sessions.deleteExpired(new Date('2026-10-01T13:00:00Z'));
    expect([await sessions.findOpen(old), (await sessions.findOpen(current))?.name]).toEqual([null, 'alice']);
  });
});
