import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Note } from '../audit/audit-entry.js';
import { UnauthenticatedError } from '../../base/errors.js';
import { Settings } from '../../base/config/settings.js';
import { type Account, accountName } from '../accounts/account.js';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { LoginLimits, type PasswordAttempt } from './login-limits.js';
import { SessionTokens } from './session-tokens.js';
import { SessionsRepository } from './sessions.repository.js';

export interface OpenedSession {
  readonly accountId: string;
  readonly token: string;
  /** The session may do nothing but choose a new password. */
  readonly passwordExpired: boolean;
}

/** Gives bearer tokens for passwords. */
@Injectable()
export class LoginService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly sessions: SessionsRepository,
    private readonly passwords: PasswordHasher,
    private readonly limits: LoginLimits,
    private readonly tokens: SessionTokens,
    private readonly settings: Settings,
  ) {}

  /**
   * An unknown name, a wrong password and a disabled account are refused alike and after the same time.
   * @param noteFor returns the note to write in the transaction that opens the session
   * @throws UnauthenticatedError; TooManyRequestsError after too many failures
   */
  async login(attempt: PasswordAttempt, password: string, noteFor: (account: Account) => Note): Promise<OpenedSession> {
    const account = await this.limits.run(attempt, (hasFailed) => this.verify(attempt.name, password, hasFailed));
    if (this.passwords.isOutdated(account.passwordHash)) {
      await this.accounts.updatePasswordHash(account.id, await this.passwords.hash(password));
    }
    return this.open(account, noteFor(account));
  }

  private async verify(
    username: string,
    password: string,
    hasFailed: boolean,
  ): Promise<Account & { readonly passwordHash: string }> {
    const account = accountName.test(username) ? await this.accounts.findByName(username) : null;
    const passwordHash = account?.passwordHash;
    const matches = await this.passwords.verify(passwordHash ?? undefined, password, hasFailed);
    if (!passwordHash || !matches) throw new UnauthenticatedError('login: unknown name or wrong password');
    if (account.isDisabled) throw new UnauthenticatedError(`login: the account ${account.name} is disabled`);
    return Object.assign(account, { passwordHash });
  }

  private async open({ id: accountId, passwordState }: Account, note: Note): Promise<OpenedSession> {
    const ttlSeconds = this.settings.sessionTtl;
    const session = await this.sessions.insert({ id: randomUUID(), accountId, ttlSeconds }, note);
    await this.accounts.noteLogin(accountId);
    await this.sessions.deleteExpired();
    return { accountId, token: this.tokens.issue(session), passwordExpired: passwordState === 'expired' };
  }
}
