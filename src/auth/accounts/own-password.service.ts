import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service.js';
import { InvalidInputError } from '../../common/errors.js';
import { RateLimits } from '../../http/rate-limit/rate-limits.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import type { Principal } from '../principal.js';
import { SessionEndings } from '../sessions/session-endings.js';
import { AccountsRepository } from './accounts.repository.js';

export interface PasswordChange {
  readonly current: string;
  readonly next: string;
  /** Where the request comes from: tries count as logins do. */
  readonly address: string;
}

@Injectable()
export class OwnPasswordService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly sessions: SessionEndings,
    private readonly passwords: PasswordHasher,
    private readonly limits: RateLimits,
    private readonly audit: AuditService,
  ) {}

  /**
   * Ends the other sessions of the caller.
   * @throws InvalidInputError where the current password is wrong; TooManyRequestsError
   */
  async change(caller: Principal, { current, next, address }: PasswordChange): Promise<void> {
    await this.limits.login(address, caller.name);
    await this.audit.audited({ action: 'password.change', resource: 'self/password' }, async (note) => {
      const known = await this.accounts.findPasswordHash(caller.id);
      if (!(await this.passwords.verify(known ?? undefined, current))) {
        throw InvalidInputError.at('body.current', 'is not the current password');
      }
      const passwordHash = await this.passwords.hash(next);
      await this.accounts.update(caller.id, { passwordHash, passwordExpired: false }, note);
    });
    await this.sessions.endAllOf(caller.id, caller.sessionId);
  }
}
