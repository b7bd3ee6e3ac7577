import { Injectable } from '@nestjs/common';
import { AuditService } from '../audit/audit.service.js';
import { InvalidInputError } from '../../base/errors.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { requireStrongPassword } from '../passwords/password-rules.js';
import type { Principal } from '../principal.js';
import { CachedCredentials } from '../accounts/cached-credentials.js';
import { LoginLimits } from '../login/login-limits.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { AccountsRepository } from '../accounts/accounts.repository.js';

interface PasswordChange {
  readonly current: string;
  readonly next: string;
  /** Whether to delete all API tokens of the account. */
  readonly revokesTokens: boolean;
  /** The address of the caller. Failures count against it like failed logins. */
  readonly address: string;
}

@Injectable()
export class OwnPasswordService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly sessions: SessionsService,
    private readonly passwords: PasswordHasher,
    private readonly limits: LoginLimits,
    private readonly cached: CachedCredentials,
    private readonly audit: AuditService,
  ) {}

  /**
   * Ends the other sessions of the caller.
   * @throws InvalidInputError if the current password is wrong, or the new one is the same or too easy to guess; TooManyRequestsError
   */
  async change(caller: Principal, { current, next, revokesTokens, address }: PasswordChange): Promise<void> {
    const account = await this.accounts.findById(caller.id);
    const owner = { name: caller.name, email: account?.email ?? null };
    requireStrongPassword('body.new', next, owner);
    // Others may know an expired password, so the owner can't keep it.
    if (next === current)
      throw InvalidInputError.at(
        'password.unchanged',
        'body.new',
        'is the same as the current password; choose another one',
      );
    const entry = { action: 'password.change', resource: 'self/password' } as const;
    await this.limits.run({ name: caller.name, address }, (hasFailed) =>
      this.audit.audited(entry, async (note) => {
        await this.verify(caller.id, current, hasFailed);
        const passwordHash = await this.passwords.hashNew('body.new', next, owner);
        const changes = { passwordHash, passwordExpired: false, revokesTokens };
        await this.accounts.update(caller.id, changes, note);
      }),
    );
    await this.sessions.endAllOf(caller.id, caller.sessionId);
    this.cached.forgetAll();
  }

  private async verify(accountId: string, password: string, hasFailed: boolean): Promise<void> {
    const known = await this.accounts.findPasswordHash(accountId);
    if (!(await this.passwords.verify(known ?? undefined, password, hasFailed))) {
      throw InvalidInputError.at('password.wrong', 'body.current', 'is not the current password');
    }
  }
}
