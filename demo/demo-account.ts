import { randomBytes } from 'node:crypto';
import type { INestApplicationContext } from '@nestjs/common';
import { AccountsService } from '../src/auth/accounts/accounts.service.js';
import { ApiTokensService } from '../src/auth/tokens/api-tokens.service.js';
import { NotFoundError } from '../src/base/errors.js';

const demoName = 'demo';

export interface DemoCredentials {
  readonly username: string;
  readonly password: string;
  readonly token: { readonly id: string; readonly key: string };
}

/** Creates or resets an administrator with a new password and token, because neither can be read again. */
export async function demoAccount(app: INestApplicationContext): Promise<DemoCredentials> {
  const password = randomBytes(12).toString('base64url');
  const accountId = await accountWith(app.get(AccountsService), password);
  const { token, key } = await app.get(ApiTokensService).create({ accountId, name: 'demo', expiresAt: null });
  return { username: demoName, password, token: { id: token.id, key } };
}

async function accountWith(accounts: AccountsService, password: string): Promise<string> {
  try {
    const { id } = await accounts.getByName(demoName);
    await accounts.update(id, { password, role: 'administrator', isDisabled: false, revokesTokens: true });
    return id;
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    return (await accounts.create({ name: demoName, email: null, role: 'administrator', password })).id;
  }
}

/** @returns the token of a new session */
export async function logIn(
  url: string,
  { username, password }: Pick<DemoCredentials, 'username' | 'password'>,
): Promise<string> {
  const response = await fetch(`${url}/api/v2/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ login_method: 'secret', username, secret: password }),
  });
  const answer: { data?: { session_token?: string } } = JSON.parse(await response.text());
  const token = answer.data?.session_token;
  if (!token) throw new Error(`the login of ${username} failed with status ${response.status}`);
  return token;
}
