import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type TestDatabase, testDatabase } from '../../../test/support/test-database.js';
import { noAuditNote } from '../audit/audit.fixture.js';
import { ConflictError } from '../../base/errors.js';
import type { Role } from '../permissions.js';
import { AccountEntity } from '../account.entity.js';
import { AccountsRepository } from './accounts.repository.js';

const first = (name: string) => ({ name, passwordHash: 'x', passwordExpired: true });

describe('AccountsRepository', () => {
  let db: TestDatabase;
  let accounts: AccountsRepository;

  beforeAll(async () => {
    db = await testDatabase();
    accounts = new AccountsRepository(db.dataSource.getRepository(AccountEntity), db.database);
  });
  beforeEach(() => db.database.query('DELETE FROM account'));
  afterAll(() => db.drop());

  const insert = (name: string, role: Role = 'user') =>
    accounts.insert({ name, role, email: null, passwordHash: `hash of ${name}` }, noAuditNote);

  it('finds an inserted account by its name without case', async () => {
    const inserted = await insert('Alice');
    expect(inserted).toMatchObject({ name: 'Alice', isDisabled: false, lastLogin: null });
    expect(inserted.createdAt).toBeInstanceOf(Date);
    expect(await accounts.findByName('aLICE')).toMatchObject({ id: inserted.id, passwordHash: 'hash of Alice' });
    expect(await accounts.findById(inserted.id)).toMatchObject({ name: 'Alice', createdAt: inserted.createdAt });
    expect(await accounts.findPasswordHash(inserted.id)).toBe('hash of Alice');
    expect(await accounts.findById(randomUUID())).toBeNull();
    expect(await accounts.findPasswordHash(randomUUID())).toBeNull();
  });

  it('refuses names that differ only in case', async () => {
    await insert('alice');
    await expect(insert('ALICE')).rejects.toThrow(
      ConflictError.at('resource.name_taken', 'body.name', 'the name ALICE is taken'),
    );
  });

  it('inserts the first administrator once, even if several try and other accounts exist', async () => {
    await insert('alice');
    expect(await accounts.hasAdministrator()).toBe(false);
    const tries = await Promise.all([1, 2, 3, 4].map(() => accounts.insertFirstAdministrator(first('admin'))));
    expect(tries.filter(Boolean)).toHaveLength(1);
    expect(await accounts.insertFirstAdministrator(first('other'))).toBe(false);
    expect(await accounts.hasAdministrator()).toBe(true);
    expect((await accounts.findByName('admin'))?.passwordState).toBe('expired');
  });

  it('does not turn an account with the same name into an administrator', async () => {
    await insert('Admin');
    expect(await accounts.insertFirstAdministrator(first('admin'))).toBe(false);
    expect((await accounts.findByName('admin'))?.role).toBe('user');
  });

  it('changes the given properties and updated_at', async () => {
    const { id, updatedAt } = await insert('alice');
    await db.database.query(`UPDATE account SET updated_at = updated_at - interval '1 hour'`);
    const changed = await accounts.update(id, { email: 'a@example.org', isDisabled: true }, noAuditNote);
    expect(changed).toMatchObject({ name: 'alice', role: 'user', email: 'a@example.org', isDisabled: true });
    expect(changed?.updatedAt.getTime()).toBeGreaterThanOrEqual(updatedAt.getTime());
    expect(await accounts.update(randomUUID(), { email: null }, noAuditNote)).toBeNull();
  });

  it('does not change updated_at on a login', async () => {
    const { id, updatedAt } = await insert('alice');
    await accounts.storeLastLogin(id);
    const account = await accounts.findById(id);
    expect([account?.lastLogin, account?.updatedAt]).toEqual([expect.any(Date), updatedAt]);
  });

  it('keeps the last enabled administrator, even against concurrent changes', async () => {
    const ids = (await Promise.all(['a', 'b', 'c'].map((name) => insert(name, 'administrator')))).map(({ id }) => id);
    const [first = '', second = '', third = ''] = ids;
    const outcomes = await Promise.allSettled([
      accounts.delete(first, noAuditNote),
      accounts.update(second, { isDisabled: true }, noAuditNote),
      accounts.update(third, { role: 'user' }, noAuditNote),
    ]);
    const [refused] = outcomes.filter(({ status }) => status === 'rejected');
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(refused).toMatchObject({ reason: { status: 409 } });
  });

  it('does not count administrators without a password, because they cannot log in', async () => {
    const { id } = await insert('alice', 'administrator');
    const ghost = { name: 'ghost', email: null, role: 'administrator', passwordHash: null } as const;
    await accounts.insert(ghost, noAuditNote);
    await expect(accounts.update(id, { role: 'user' }, noAuditNote)).rejects.toMatchObject({ status: 409 });
  });

  it('deletes the sessions and tokens of a deleted account', async () => {
    const { id } = await insert('alice');
    await db.database.query(
      `INSERT INTO session (id, account_id, kind, created_at, expires_at) VALUES ($1, $2, 'bearer', now(), now())`,
      [randomUUID(), id],
    );
    await db.database.query(`INSERT INTO api_token (id, account_id, name, key_encrypted) VALUES ($1, $2, 'x', '')`, [
      randomUUID(),
      id,
    ]);
    await insert('admin', 'administrator');
    expect(await accounts.delete(id, noAuditNote)).toBe(true);
    expect(await db.database.query('SELECT id FROM session UNION SELECT id FROM api_token')).toEqual([]);
  });
});
