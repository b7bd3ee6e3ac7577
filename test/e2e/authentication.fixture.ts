import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import { AccountsService } from '../../src/auth/accounts/accounts.service.js';
import type { Role } from '../../src/auth/permissions.js';
import { ApiTokensService } from '../../src/auth/tokens/api-tokens.service.js';
import { type TestApp, testApp } from '../support/app.js';
import type { SigningToken } from '../support/signed-client.js';

export const password = 'correct horse battery staple';

/** Starts a service and creates accounts and tokens for a test. */
export class TestAccounts {
  private constructor(readonly app: TestApp) {}

  static async start(): Promise<TestAccounts> {
    return new TestAccounts(await testApp());
  }

  close(): Promise<void> {
    return this.app.close();
  }

  get url(): string {
    return this.app.url;
  }

  async makeAccount(role: Role = 'user'): Promise<{ readonly id: string; readonly name: string }> {
    const name = `e2e-${randomUUID().slice(0, 8)}`;
    const { id } = await this.app.app.get(AccountsService).create({ name, email: null, role, password });
    return { id, name };
  }

  async makeToken(accountId: string): Promise<SigningToken> {
    const draft = { accountId, name: 'test', expiresAt: null };
    const { token, key } = await this.app.app.get(ApiTokensService).create(draft);
    return { id: token.id, key };
  }

  /** Creates an account and returns a token of it. */
  async tokenOf(role?: Role): Promise<SigningToken> {
    return this.makeToken((await this.makeAccount(role)).id);
  }
}

/** The error for missing and for invalid credentials of any kind. */
export const refusal = {
  http_status: 401,
  timestamp: expect.any(String),
  request_id: expect.any(String),
  errors: [
    {
      code: 'auth.failed',
      context: 'header.Authorization',
      message: 'authentication is required or the credentials are not valid',
    },
  ],
};

/** The error of a refused login. */
export const loginRefusal = {
  ...refusal,
  errors: [{ code: 'auth.failed', context: 'body', message: 'the user name or the password is not valid' }],
};

export async function expectRefused(answer: Response, expected: object = refusal): Promise<void> {
  expect(answer.status).toBe(401);
  expect(await answer.json()).toEqual(expected);
  expect(answer.headers.get('www-authenticate')).toMatch(/Bearer .*svcsignature/);
}
