import type { TestDatabase } from '../../../test/support/test-database.js';
import { noAuditNote } from '../audit/audit.fixture.js';
import type { AccountsRepository } from './accounts.repository.js';

/** Deletes all accounts and inserts the user `alice`. @returns her id */
export async function onlyAlice({ database }: TestDatabase, accounts: AccountsRepository): Promise<string> {
  await database.query('DELETE FROM account');
  return (await accounts.insert({ name: 'alice', role: 'user', email: null, passwordHash: 'x' }, noAuditNote)).id;
}
