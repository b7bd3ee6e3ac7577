import { Injectable } from '@nestjs/common';
import { PasskeyRefusedError } from '../../base/errors.js';
import type { Account } from '../accounts/account.js';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { AuditService } from '../audit/audit.service.js';
import { LoginLimits } from '../login/login-limits.js';
import { LoginService } from '../login/login.service.js';
import type { OpenedSession } from '../login/opened-session.js';
import type { SessionOrigin } from '../sessions/sessions.repository.js';
import { type DeviceAnswer, PasskeyVerifier } from './passkey-verifier.js';

/** Opens sessions for passkeys: the device has asked its owner for a fingerprint or a PIN, so they are two factors at once. */
@Injectable()
export class PasskeyLoginService {
  constructor(
    private readonly verifier: PasskeyVerifier,
    private readonly accounts: AccountsRepository,
    private readonly logins: LoginService,
    private readonly limits: LoginLimits,
    private readonly audit: AuditService,
  ) {}

  /**
   * Refusals count against the address like wrong passwords, and are in the audit log.
   * @throws UnauthenticatedError; TooManyRequestsError
   */
  async login(answer: DeviceAnswer, origin: SessionOrigin): Promise<OpenedSession> {
    const attempt = { name: 'passkey', address: origin.address ?? '' };
    const account = await this.limits.run(attempt, () => this.verify(answer));
    return this.logins.open(account, origin, 'passkey');
  }

  private async verify(answer: DeviceAnswer): Promise<Account> {
    const verified = await this.verifier.verifyLogin(answer);
    if ('refusal' in verified) throw await this.refusal(verified.refusal);
    const account = await this.accounts.findById(verified.accountId);
    if (!account || account.isDisabled) throw await this.refusal(`the account ${verified.accountName} is disabled`);
    // A provider decides who still comes in.
    if (account.passwordState === 'absent')
      throw await this.refusal(`the account ${account.name} has no password: it logs in by its provider`);
    return account;
  }

  private async refusal(reason: string): Promise<PasskeyRefusedError> {
    const error = new PasskeyRefusedError(reason);
    const entry = { action: 'login', resource: 'login/passkey', details: { reason: error.detail } } as const;
    await this.audit.record(entry, { outcome: 'failure', actor: { id: null, name: 'passkey' } });
    return error;
  }
}
