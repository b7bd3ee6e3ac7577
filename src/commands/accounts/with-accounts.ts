import type { Account, AccountChanges } from '../../auth/accounts/account.js';
import { AccountsService } from '../../auth/accounts/accounts.service.js';
import { systemName } from '../../auth/audit/audit-entry.js';
import { FactorsService } from '../../auth/enrolment/factors.service.js';
import { permissionsOf } from '../../auth/permissions.js';
import type { Principal } from '../../auth/principal.js';
import { SsoKeysService } from '../../auth/sso/keys/sso-keys.service.js';
import { ApiTokensService } from '../../auth/tokens/api-tokens.service.js';
import type { Terminal } from '../terminal.js';
import { requireDatabase } from '../database/require-database.js';
import { withApp } from '../database/with-app.js';

export interface AccountServices {
  readonly accounts: AccountsService;
  readonly tokens: ApiTokensService;
  readonly keys: SsoKeysService;
  readonly factors: FactorsService;
}

/** Runs a command with the services of accounts. A running service notices changes within five seconds. */
export async function withAccounts<T>(terminal: Terminal, work: (services: AccountServices) => Promise<T>): Promise<T> {
  await requireDatabase(terminal);
  return withApp(terminal, (app) =>
    work({
      accounts: app.get(AccountsService),
      tokens: app.get(ApiTokensService),
      keys: app.get(SsoKeysService, { strict: false }),
      factors: app.get(FactorsService),
    }),
  );
}

/** The caller of a command: a user who can read the settings can change every account. */
export const commandLine: Principal = {
  id: '',
  name: systemName,
  role: undefined,
  permissions: permissionsOf('administrator'),
  visibility: undefined,
  sessionId: undefined,
  tokenId: undefined,
  client: undefined,
};

/**
 * Changes the account of a name.
 * @param changesOf called once the account is found
 * @throws NotFoundError
 */
export function changeAccount(
  terminal: Terminal,
  name: string,
  changesOf: (account: Account) => Promise<AccountChanges>,
): Promise<Account> {
  return withAccounts(terminal, async ({ accounts }) => {
    const account = await accounts.getByName(name);
    return accounts.update(account.id, await changesOf(account));
  });
}
