import { Injectable } from '@nestjs/common';
import type { Note } from '../audit/audit-entry.js';
import { AuditService } from '../audit/audit.service.js';
import { UnauthenticatedError } from '../../base/errors.js';
import type { PasswordAttempt } from './login-limits.js';
import { LoginService, type OpenedSession } from './login.service.js';

/** Logins that go into the audit log, successful and refused ones. */
@Injectable()
export class RecordedLogins {
  constructor(
    private readonly logins: LoginService,
    private readonly audit: AuditService,
  ) {}

  /**
   * A refused login is recorded under the name that was sent, which need not be that of an account.
   * @throws UnauthenticatedError; TooManyRequestsError, which is not recorded
   */
  async login(attempt: PasswordAttempt, password: string): Promise<OpenedSession> {
    try {
      return await this.logins.login(attempt, password, ({ id, name }): Note => {
        return (on) => this.audit.record({ action: 'login', resource: 'login' }, { on, actor: { id, name } });
      });
    } catch (error) {
      if (error instanceof UnauthenticatedError) {
        const entry = { action: 'login', resource: 'login', details: { reason: error.detail } } as const;
        await this.audit.record(entry, { outcome: 'failure', actor: { id: null, name: attempt.name } });
      }
      throw error;
    }
  }
}
