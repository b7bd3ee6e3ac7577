import { loadSettings } from '../../base/config/load-settings.js';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { noAuditNote } from '../audit/audit.fixture.js';
import { type TestDatabase, testDatabase } from '../../../test/support/test-database.js';
import { onlyAlice } from '../accounts/account.fixture.js';
import { AccountEntity } from '../account.entity.js';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { ApiTokenEntity } from './api-token.entity.js';
import { ApiTokensRepository } from './api-tokens.repository.js';

describe('ApiTokensRepository', () => {
  const keyEncrypted = Buffer.from('sealed');
  let db: TestDatabase;
  let accounts: AccountsRepository;
  let tokens: ApiTokensRepository;
  let accountId: string;

  beforeAll(async () => {
    db = await testDatabase();
    accounts = new AccountsRepository(db.dataSource.getRepository(AccountEntity), db.database);
    tokens = new ApiTokensRepository(db.dataSource.getRepository(ApiTokenEntity), db.database, loadSettings({}));
  });
  beforeEach(async () => {
    accountId = await onlyAlice(db, accounts);
  });
  afterAll(() => db.drop());

  const limit = 3;
  const insert = (id = randomUUID(), owner = accountId) =>
    tokens.insert(
      { id, accountId: owner, name: 'nightly', expiresAt: null, keyEncrypted, keyDigest: null },
      limit,
      noAuditNote,
    );

  it('finds a token with its account while the account is enabled', async () => {
    const { id } = await insert();
    expect(await tokens.findUsable(id)).toEqual({
      accountId,
      clientId: null,
      name: 'alice',
      environments: null,
      seesNodesOfNone: false,
      role: 'user',
      keyEncrypted,
      remainingMs: null,
      lastAccess: null,
    });
    await db.database.query('UPDATE account SET is_disabled = true');
    expect(await tokens.findUsable(id)).toBeNull();
    expect(await tokens.findUsable(randomUUID())).toBeNull();
  });

  it('inserts no more tokens for an account than allowed, even at the same time', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => insert()));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(limit);
    await expect(insert()).rejects.toMatchObject({
      status: 409,
      faults: [
        {
          code: 'resource.limit_reached',
          context: 'tokens',
          message: 'the account alice has 3 API tokens and MAX_TOKENS_PER_ACCOUNT allows 3; delete one first',
        },
      ],
    });
  });

  it('deletes the tokens of a disabled account, including those created meanwhile', async () => {
    const other = await accounts.insert({ name: 'bob', role: 'user', email: null, passwordHash: 'x' }, noAuditNote);
    const kept = await insert(randomUUID(), other.id);
    await insert();
    const details: unknown[] = [];
    await Promise.allSettled([
      insert(),
      accounts.update(accountId, { isDisabled: true }, (_, more) => Promise.resolve(void details.push(more))),
      insert(),
    ]);
    await accounts.update(accountId, { isDisabled: false }, noAuditNote);
    expect(await db.database.query('SELECT id FROM api_token')).toEqual([{ id: kept.id }]);
    expect(details).toEqual([{ tokens_revoked: expect.any(Number) }]);
  });

  it('inserts no token for a disabled account', async () => {
    await accounts.update(accountId, { isDisabled: true }, noAuditNote);
    await expect(insert()).rejects.toMatchObject({
      status: 409,
      faults: [
        {
          code: 'resource.disabled',
          context: 'body.user_id',
          message: 'the account alice is disabled; enable it first',
        },
      ],
    });
  });

  it('deletes all tokens of an account with a new password only if asked to', async () => {
    await insert();
    await insert();
    await accounts.update(accountId, { passwordHash: 'y' }, noAuditNote);
    expect(await db.database.query('SELECT count(*)::int AS count FROM api_token')).toEqual([{ count: 2 }]);
    const details: unknown[] = [];
    const note = (_: unknown, more?: object) => Promise.resolve(void details.push(more));
    await accounts.update(accountId, { passwordHash: 'z', revokesTokens: true }, note);
    expect(details).toEqual([{ tokens_revoked: 2 }]);
  });

  it('deletes all tokens of an account at once', async () => {
    await insert();
    await insert();
    expect([
      await tokens.deleteAllOf(accountId, noAuditNote),
      await tokens.deleteAllOf(accountId, noAuditNote),
    ]).toEqual([2, 0]);
    expect(await tokens.deleteAllOf(randomUUID(), noAuditNote)).toBeNull();
  });

  it('refuses a token for an unknown account', async () => {
    const owner = randomUUID();
    await expect(insert(undefined, owner)).rejects.toMatchObject({
      status: 400,
      faults: [{ code: 'reference.not_found', context: 'body.user_id', message: `there is no account ${owner}` }],
    });
  });

  it('stores a use once a minute among all instances', async () => {
    const { id } = await insert();
    const kept: unknown[] = [];
    for (const time of ['12:00:00.000', '12:00:59.999', '12:01:00.000', '12:00:30.000']) {
      await tokens.storeLastAccess(id, new Date(`2026-10-01T${time}Z`));
      kept.push((await tokens.findUsable(id))?.lastAccess?.toISOString().slice(11, 23));
    }
    expect(kept).toEqual(['12:00:00.000', '12:00:00.000', '12:01:00.000', '12:01:00.000']);
  });

  it('deletes a token of one account or of any account', async () => {
    const [first, second] = [await insert(), await insert()];
    expect(await tokens.delete(first.id, noAuditNote, randomUUID())).toBe(false);
    expect(await tokens.delete(first.id, noAuditNote, accountId)).toBe(true);
    expect(await tokens.delete(second.id, noAuditNote)).toBe(true);
    expect(await tokens.delete(second.id, noAuditNote)).toBe(false);
  });
});
