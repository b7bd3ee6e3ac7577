import { Injectable } from '@nestjs/common';
import { ConflictError, ForbiddenError, InvalidInputError } from '../../base/errors.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { CachedCredentials } from '../accounts/cached-credentials.js';
import type { AuditNote } from '../audit/audit-entry.js';
import { AuditService } from '../audit/audit.service.js';
import type { FactorState } from '../factors/factor-state.js';
import { FactorsRepository } from '../factors/factors.repository.js';
import { newRecoveryCodes } from '../factors/recovery-codes.js';
import { totpUri } from '../factors/totp.js';
import { TotpSecrets } from '../factors/totp-secrets.js';
import type { Principal } from '../principal.js';
import { type Proof, Reauthentication } from './reauthentication.js';

/** What an app needs to make codes. */
export interface EnrolledTotp {
  /** In base 32, for people who type it. */
  readonly secret: string;
  /** The same as a URI, for a QR code. */
  readonly uri: string;
}

/** Enrols and removes second factors. Owners change their own; callers with `users:manage` remove those of others. */
@Injectable()
export class FactorsService {
  constructor(
    private readonly factors: FactorsRepository,
    private readonly accounts: AccountsService,
    private readonly reauthentication: Reauthentication,
    private readonly secrets: TotpSecrets,
    private readonly cached: CachedCredentials,
    private readonly audit: AuditService,
  ) {}

  /** @throws ForbiddenError for another account without users:manage; NotFoundError */
  async state(caller: Principal, accountId: string): Promise<FactorState> {
    if (accountId !== caller.id) requireManager(caller, 'to read the second factor of another account');
    await this.accounts.get(accountId);
    return this.factors.state(accountId);
  }

  /**
   * Makes a secret, which counts once a code of it is sent to {@link activate}. It replaces one that does not count yet.
   * @throws ForbiddenError for another account; InvalidInputError; ConflictError if one counts already
   */
  async enrol(caller: Principal, accountId: string, proof: Proof): Promise<EnrolledTotp> {
    requireOwner(caller, accountId);
    await this.reauthentication.confirm(caller, proof);
    const { secret, sealed } = this.secrets.make(accountId);
    const entry = { action: 'mfa.enrol', resource: `accounts/${accountId}/mfa` } as const;
    await this.audit.audited(entry, (note) => this.factors.enrol(accountId, sealed, note));
    return { secret, uri: totpUri(secret, caller.name) };
  }

  /**
   * @returns the recovery codes, which nobody can read again
   * @throws ForbiddenError for another account; InvalidInputError for a wrong code; ConflictError if nothing is enrolled
   */
  async activate(caller: Principal, accountId: string, code: string): Promise<string[]> {
    requireOwner(caller, accountId);
    const sealed = await this.factors.findSecret(accountId);
    if (!sealed) throw notEnrolled();
    const step = await this.secrets.stepOf(accountId, sealed, code);
    if (step === null) throw InvalidInputError.at('auth.otp_wrong', 'body.otp', 'is not the code of now');
    const codes = newRecoveryCodes();
    const entry = { action: 'mfa.activate', resource: `accounts/${accountId}/mfa` } as const;
    await this.audit.audited(entry, async (note) => {
      if (await this.factors.activate(accountId, sealed, step, codes, note)) return;
      throw ConflictError.at('mfa.active', 'path.account_id', 'codes of an app are active already, or enrolled anew');
    });
    this.cached.forgetAll();
    return codes;
  }

  /**
   * Removes the own app, or all factors of another account.
   * @throws ForbiddenError for another account without users:manage; InvalidInputError; NotFoundError; ConflictError if there is none
   */
  async remove(caller: Principal, accountId: string, proof: Proof): Promise<void> {
    if (accountId !== caller.id) {
      requireManager(caller, 'to remove the second factor of another account');
      return this.reset(accountId);
    }
    await this.reauthentication.confirm(caller, proof);
    return this.removeBy(accountId, (note) => this.factors.removeApp(accountId, note));
  }

  /** Removes app, passkeys and recovery codes. @throws NotFoundError; ConflictError if there are none */
  async reset(accountId: string): Promise<void> {
    await this.accounts.get(accountId);
    await this.removeBy(accountId, (note) => this.factors.removeAll(accountId, note));
  }

  /**
   * Replaces the recovery codes.
   * @returns codes that nobody can read again
   * @throws ForbiddenError for another account; InvalidInputError; ConflictError if no second factor is active
   */
  async newRecoveryCodes(caller: Principal, accountId: string, proof: Proof): Promise<string[]> {
    requireOwner(caller, accountId);
    const { isActive, passkeys } = await this.factors.state(accountId);
    if (!isActive && passkeys === 0) throw notEnrolled();
    await this.reauthentication.confirm(caller, proof);
    const codes = newRecoveryCodes();
    const entry = { action: 'recovery_code.create', resource: `accounts/${accountId}/recovery-codes` } as const;
    await this.audit.audited(entry, (note) => this.factors.replaceRecoveryCodes(accountId, codes, note));
    return codes;
  }

  private async removeBy(accountId: string, work: (note: AuditNote) => Promise<boolean>): Promise<void> {
    const entry = { action: 'mfa.remove', resource: `accounts/${accountId}/mfa` } as const;
    await this.audit.audited(entry, async (note) => {
      if (!(await work(note))) throw notEnrolled();
    });
    this.cached.forgetAll();
  }
}

function notEnrolled(): ConflictError {
  return ConflictError.at('mfa.not_enrolled', 'path.account_id', 'the account has no second factor of this kind');
}

function requireOwner({ id }: Principal, accountId: string): void {
  if (id !== accountId) throw new ForbiddenError('only the owner of an account can enrol its second factor');
}

function requireManager({ permissions }: Principal, action: string): void {
  if (!permissions.has('users:manage')) throw new ForbiddenError(`${action} needs the permission users:manage`);
}
