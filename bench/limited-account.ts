import type { INestApplicationContext } from '@nestjs/common';
import { AccountsService } from '../src/auth/accounts/accounts.service.js';
import { Database } from '../src/database/database.js';
import { user } from './product.js';

const allEnvironments = 'SELECT DISTINCT environment AS id FROM node WHERE environment IS NOT NULL';

interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** An account that is limited to all environments there are: its answers are those of the others, and cost what the limit costs. */
export async function limitedAccount(app: INestApplicationContext): Promise<Credentials> {
  const found = await app.get(Database).query<{ id: string }>(allEnvironments);
  return accountLimitedTo(app, { environments: found.map(({ id }) => id), seesNodesOfNone: true });
}

export async function accountLimitedTo(
  app: INestApplicationContext,
  sight: { readonly environments: readonly string[]; readonly seesNodesOfNone: boolean },
): Promise<Credentials> {
  const [username, { password }] = ['limited', user];
  const accounts = app.get(AccountsService);
  const { id } = await accounts.create({ name: username, email: null, role: 'user', password });
  await accounts.limit(id, sight);
  return { username, password };
}
