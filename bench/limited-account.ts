import type { INestApplicationContext } from '@nestjs/common';
import { AccountsService } from '../src/auth/accounts/accounts.service.js';
import { Database } from '../src/database/database.js';
import { user } from './product.js';

const environments = 'SELECT DISTINCT environment AS id FROM node WHERE environment IS NOT NULL';

/** An account that is limited to all environments there are: its answers are those of the others, and cost what the limit costs. */
export async function limitedAccount(app: INestApplicationContext): Promise<{ username: string; password: string }> {
  const [username, { password }] = ['limited', user];
  const accounts = app.get(AccountsService);
  const { id } = await accounts.create({ name: username, email: null, role: 'user', password });
  const found = await app.get(Database).query<{ id: string }>(environments);
  await accounts.limit(id, { environments: found.map((it) => it.id), seesNodesOfNone: true });
  return { username, password };
}
