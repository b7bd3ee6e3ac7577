import type { AccountDto } from '../../auth/accounts/accounts.fields.js';
import type { AccountsService } from '../../auth/accounts/accounts.service.js';
import type { ApiTokenDto } from '../../auth/tokens/api-tokens.fields.js';
import type { JsonText } from '../../http/json-text.js';
import { type ListRequest, maxLimit } from '../../http/list/list-description.js';
import type { NullTimeDto } from '../../http/openapi/wire.dto.js';
import type { Rows } from '../output/tables.js';
import { type AccountServices, commandLine } from './with-accounts.js';

/** All accounts as `GET /api/v2/accounts` lists them. */
export function listedAccounts(accounts: AccountsService): Promise<AccountDto[]> {
  return allPages((request) => accounts.list(request));
}

type TokenItem = Pick<ApiTokenDto, keyof ApiTokenDto>;

/** A token with the name of its account. */
type ListedToken = TokenItem & { readonly user: string };

/**
 * The API tokens of accounts. Tokens of collection clients belong to their clients.
 * @param user name of the account; all accounts if absent
 * @throws NotFoundError
 */
export async function listedTokens({ accounts, tokens }: AccountServices, user?: string): Promise<ListedToken[]> {
  const owner = user === undefined ? undefined : await accounts.getByName(user);
  const names = new Map((await listedAccounts(accounts)).map(({ id, name }) => [id, name]));
  const filters = owner ? ([{ column: 'user_id', predicate: 'eq', value: owner.id }] as const) : [];
  const all = await allPages<TokenItem>((request) => tokens.list(commandLine, { ...request, filters }));
  return all
    .map((token) => ({ ...token, user: (token.user_id !== null && names.get(token.user_id)) || '' }))
    .toSorted((one, other) => one.user.localeCompare(other.user, 'en'));
}

export function accountRows(accounts: readonly AccountDto[]): Rows {
  const rows = accounts.map(({ name, role, is_disabled: isDisabled, last_login: lastLogin, id }) => [
    name,
    role,
    isDisabled ? 'disabled' : 'enabled',
    timeText(lastLogin),
    { whole: id },
  ]);
  return { head: ['name', 'role', 'state', 'last login', 'id'], rows };
}

export function tokenRows(tokens: readonly ListedToken[]): Rows {
  const rows = tokens.map((token) => [
    token.user,
    token.name,
    timeText(token.last_access),
    timeText(token.expires_at),
    { whole: token.id },
  ]);
  return { head: ['user', 'name', 'last used', 'expires', 'id'], rows };
}

type PageRequest = ListRequest<'name', never>;

async function allPages<Item>(list: (request: PageRequest) => Promise<JsonText>): Promise<Item[]> {
  const items: Item[] = [];
  for (;;) {
    const request = {
      filters: [],
      order: [{ column: 'name', descending: false }] as const,
      skip: items.length,
      limit: maxLimit,
      flags: {},
    };
    const page: { readonly data: readonly Item[] } = JSON.parse((await list(request)).take());
    items.push(...page.data);
    if (page.data.length < maxLimit) return items;
  }
}

/** To the minute, so that a row fits a terminal. */
function timeText({ time, valid }: NullTimeDto): string {
  return valid && time ? `${time.slice(0, 16).replace('T', ' ')}Z` : '';
}
