import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import { AccountsService } from '../../src/auth/accounts/accounts.service.js';
import type { Role } from '../../src/auth/permissions.js';
import { ApiTokensService } from '../../src/auth/tokens/api-tokens.service.js';
import { type TestApp, testApp } from '../support/app.js';
import type { SigningToken } from '../support/signed-client.js';

export const password = 'correct horse battery staple';

/** A service to which each test adds the accounts and tokens that it needs. */
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

  /** The token of an account that was made for it. */
  async tokenOf(role?: Role): Promise<SigningToken> {
    return this.makeToken((await this.makeAccount(role)).id);
  }
}

/** What whoever has no valid credentials is told, whatever is wrong with them. */
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

export async function expectRefused(answer: Response): Promise<void> {
  expect(answer.status).toBe(401);
  expect(await answer.json()).toEqual(refusal);
  expect(answer.headers.get('www-authenticate')).toMatch(/Bearer .*svcsignature/);
}
