import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { noNote } from '../../audit/audit-entry.js';
import { type TestDatabase, testDatabase } from '../../../test/support/test-database.js';
import { onlyAlice } from '../accounts/account.fixture.js';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { ApiTokensRepository } from './api-tokens.repository.js';

describe('ApiTokensRepository', () => {
  const keyEncrypted = Buffer.from('sealed');
  let db: TestDatabase;
  let accounts: AccountsRepository;
  let tokens: ApiTokensRepository;
  let accountId: string;

  beforeAll(async () => {
    db = await testDatabase();
    accounts = new AccountsRepository(db.dataSource, db.database);
    tokens = new ApiTokensRepository(db.dataSource, db.database);
  });
  beforeEach(async () => {
    accountId = await onlyAlice(db, accounts);
  });
  afterAll(() => db.drop());

  const insert = (id = randomUUID(), owner = accountId) =>
    tokens.insert({ id, accountId: owner, name: 'nightly', expiresAt: null, keyEncrypted }, noNote);

  it('finds a token with its account, as long as that is enabled', async () => {
    const { id } = await insert();
    expect(await tokens.findUsable(id)).toEqual({
      accountId,
      clientId: null,
      name: 'alice',
      role: 'user',
      keyEncrypted,
      remainingMs: null,
      lastAccess: null,
    });
    await accounts.update(accountId, { isDisabled: true }, noNote);
    expect(await tokens.findUsable(id)).toBeNull();
    expect(await tokens.findUsable(randomUUID())).toBeNull();
  });

  it('makes no token for an account that does not exist', async () => {
    const owner = randomUUID();
    await expect(insert(undefined, owner)).rejects.toMatchObject({
      status: 400,
      faults: [{ context: 'body.user_id', message: `there is no account ${owner}` }],
    });
  });

  it('notes an access once a minute, whichever instance it is that notes it', async () => {
    const { id } = await insert();
    const kept: unknown[] = [];
    for (const time of ['12:00:00.000', '12:00:59.999', '12:01:00.000', '12:00:30.000']) {
      await tokens.noteAccess(id, new Date(`2026-10-01T${time}Z`));
      kept.push((await tokens.findUsable(id))?.lastAccess?.toISOString().slice(11, 23));
    }
    expect(kept).toEqual(['12:00:00.000', '12:00:00.000', '12:01:00.000', '12:01:00.000']);
  });

  it('deletes a token of an account, or of anybody', async () => {
    const [first, second] = [await insert(), await insert()];
    expect(await tokens.delete(first.id, noNote, randomUUID())).toBe(false);
    expect(await tokens.delete(first.id, noNote, accountId)).toBe(true);
    expect(await tokens.delete(second.id, noNote)).toBe(true);
    expect(await tokens.delete(second.id, noNote)).toBe(false);
  });
});
