import { Injectable } from '@nestjs/common';
import { LoginRefusedError, UnauthenticatedError } from '../../base/errors.js';
import { type Account, accountName } from '../accounts/account.js';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { AuditService } from '../audit/audit.service.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import type { PasswordAttempt } from './login-failures.repository.js';
import { LoginLimits } from './login-limits.js';
import type { SessionOrigin } from '../sessions/sessions.repository.js';
import { SessionsService } from '../sessions/sessions.service.js';

interface OpenedSession {
  readonly accountId: string;
  readonly token: string;
  /** If true, the session may only change the password. */
  readonly passwordExpired: boolean;
}

type AccountWithPassword = Account & { readonly passwordHash: string };

/** Opens sessions for passwords. The audit log contains successful and refused logins. */
@Injectable()
export class LoginService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly sessions: SessionsService,
    private readonly passwords: PasswordHasher,
    private readonly limits: LoginLimits,
    private readonly audit: AuditService,
  ) {}

  /**
   * Refuses an unknown name, a wrong password and a disabled account with the same error after the same time. The audit log contains a
   * refused login under the name that was sent, even if no account has that name.
   * @throws UnauthenticatedError; TooManyRequestsError after too many failures, which is not in the audit log
   */
  async login(
    attempt: PasswordAttempt,
    password: string,
    origin: Omit<SessionOrigin, 'address'>,
  ): Promise<OpenedSession> {
    try {
      const account = await this.limits.run(attempt, (hasFailed) => this.verify(attempt.name, password, hasFailed));
      if (this.passwords.isOutdated(account.passwordHash)) {
        await this.accounts.updatePasswordHash(account.id, await this.passwords.hash(password));
      }
      return await this.open(account, { ...origin, address: attempt.address });
    } catch (error) {
      if (error instanceof UnauthenticatedError) {
        const entry = { action: 'login', resource: 'login', details: { reason: error.detail } } as const;
        await this.audit.record(entry, { outcome: 'failure', actor: { id: null, name: attempt.name } });
      }
      throw error;
    }
  }

  private async verify(username: string, password: string, hasFailed: boolean): Promise<AccountWithPassword> {
    const account = accountName.test(username) ? await this.accounts.findByName(username) : null;
    const passwordHash = account?.passwordHash;
    const matches = await this.passwords.verify(passwordHash ?? undefined, password, hasFailed);
    if (!passwordHash || !matches) throw new LoginRefusedError('unknown name or wrong password');
    if (account.isDisabled) throw new LoginRefusedError(`the account ${account.name} is disabled`);
    return Object.assign(account, { passwordHash });
  }

  private async open({ id: accountId, name, passwordState }: Account, origin: SessionOrigin): Promise<OpenedSession> {
    const token = await this.sessions.open(accountId, origin, (on) =>
      this.audit.record({ action: 'login', resource: 'login' }, { on, actor: { id: accountId, name } }),
    );
    await this.accounts.storeLastLogin(accountId);
    return { accountId, token, passwordExpired: passwordState === 'expired' };
  }
}
