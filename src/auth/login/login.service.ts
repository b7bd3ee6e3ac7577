import { Injectable } from '@nestjs/common';
import { InvalidInputError, LoginRefusedError, UnauthenticatedError } from '../../base/errors.js';
import { type Account, accountName } from '../accounts/account.js';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { AuditService } from '../audit/audit.service.js';
import { hasFactor } from '../factors/required-factor.js';
import { type FactorProof, SecondFactorService } from '../factors/second-factor.service.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import type { OpenedSession } from './opened-session.js';
import type { PasswordAttempt } from './login-failures.repository.js';
import { LoginLimits } from './login-limits.js';
import type { SessionOrigin } from '../sessions/sessions.repository.js';
import { SessionsService } from '../sessions/sessions.service.js';

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
    private readonly factors: SecondFactorService,
  ) {}

  /**
   * Refuses an unknown name, a wrong password and a disabled account with the same error after the same time. The audit log contains a
   * refused login under the name that was sent, even if no account has that name.
   * @param otp a code of the second factor or a recovery code, if the caller has sent one
   * @throws UnauthenticatedError; InvalidInputError if the password is right, but the code is missing or wrong; TooManyRequestsError after
   * too many failures, which is not in the audit log
   */
  async login(
    attempt: PasswordAttempt,
    password: string,
    origin: Omit<SessionOrigin, 'address'>,
    otp?: string,
  ): Promise<OpenedSession> {
    try {
      const account = await this.limits.run(attempt, (hasFailed) => this.verify(attempt.name, password, hasFailed));
      if (this.passwords.isOutdated(account.passwordHash)) {
        await this.accounts.updatePasswordHash(account.id, await this.passwords.hash(password));
      }
      const proof = hasFactor(account) ? await this.factors.verify(account, otp) : undefined;
      return await this.open(account, { ...origin, address: attempt.address }, proof);
    } catch (error) {
      const reason = reasonOf(error);
      if (reason !== undefined) {
        const entry = { action: 'login', resource: 'login', details: { reason } } as const;
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

  /** Opens a session for an account that is proven. @param proof the second factor, if it has one */
  async open(account: Account, origin: SessionOrigin, proof?: FactorProof): Promise<OpenedSession> {
    const { id: accountId, name, passwordState } = account;
    const entry = { action: 'login', resource: 'login', ...(proof && { details: { factor: proof } }) } as const;
    const token = await this.sessions.open(accountId, origin, (on) =>
      this.audit.record(entry, { on, actor: { id: accountId, name } }),
    );
    await this.accounts.storeLastLogin(accountId);
    return {
      accountId,
      token,
      passwordExpired: passwordState === 'expired',
      lacksFactor: this.factors.isMissing(account),
      codesBlockedAt: account.totpActive ? await this.factors.takeBlock(accountId) : null,
    };
  }
}

/** Why a login was refused, for the audit log; undefined if it failed otherwise, or only lacks the code that a page asks for next. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof UnauthenticatedError) return error.detail;
  if (error instanceof InvalidInputError && error.faults[0]?.code === 'auth.otp_wrong') return error.message;
  return undefined;
}
