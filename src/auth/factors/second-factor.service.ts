import { Injectable } from '@nestjs/common';
import { Settings } from '../../base/config/settings.js';
import { InvalidInputError } from '../../base/errors.js';
import { AuditService } from '../audit/audit.service.js';
import { type CodeAttempt, FactorsRepository, maxWrongCodes } from './factors.repository.js';
import { type FactorOwner, lacksFactor, type OwnedFactors } from './required-factor.js';
import { isTotpCode } from './totp.js';
import { TotpSecrets } from './totp-secrets.js';

interface Owner extends OwnedFactors {
  readonly id: string;
  readonly name: string;
}

interface AccountFactors extends Omit<FactorOwner, 'hasPassword'> {
  readonly passwordState: string;
}

/** What proved that the owner of a password has the second factor, too. */
export type FactorProof = 'totp' | 'recovery_code' | 'passkey';

/** Verifies codes of the second factor. */
@Injectable()
export class SecondFactorService {
  constructor(
    private readonly factors: FactorsRepository,
    private readonly secrets: TotpSecrets,
    private readonly audit: AuditService,
    private readonly settings: Settings,
  ) {}

  /**
   * Accepts a code of the app or a recovery code, each once. Call it only for a caller who is proven otherwise, such as by the password:
   * wrong codes block the codes of the account.
   * @param code undefined if the caller has sent none
   * @throws InvalidInputError `auth.otp_needed`, `auth.otp_wrong`; UnreadableSecretError
   */
  async verify(owner: Owner, code: string | undefined): Promise<FactorProof> {
    if (code === undefined || code === '')
      throw InvalidInputError.at(
        'auth.otp_needed',
        'body.otp',
        owner.totpActive
          ? 'is missing; this account needs a code of its second factor'
          : 'is missing; this account logs in by a passkey, or with a recovery code',
      );
    if (owner.totpActive && isTotpCode(code)) return this.verifyTotp(owner, code);
    if (await this.factors.useRecoveryCode(owner.id, code)) return 'recovery_code';
    throw wrong('is no code of the second factor and no unused recovery code');
  }

  /** Whether sessions of the account may only enrol a second factor. */
  isMissing({ role, totpActive, passkeys, passwordState }: AccountFactors): boolean {
    return lacksFactor(this.settings, { role, totpActive, passkeys, hasPassword: passwordState !== 'absent' });
  }

  /** When wrong codes blocked those of the account, if its owner does not know it yet. The next call returns null. */
  takeBlock(accountId: string): Promise<Date | null> {
    return this.factors.takeBlock(accountId);
  }

  private async verifyTotp(owner: Owner, code: string): Promise<FactorProof> {
    const attempt = await this.factors.reserve(owner.id);
    if (!attempt)
      throw wrong(
        `is not accepted: after ${maxWrongCodes} wrong codes those of this account are refused for an hour; use a recovery code`,
      );
    const step = await this.stepOf(owner.id, attempt, code);
    if (step !== null && (await this.factors.accept(owner.id, step))) return 'totp';
    if (attempt.isLast) await this.block(owner);
    throw wrong(step === null ? 'is not the code of now' : 'was used already; wait for the next code');
  }

  /** A secret that can't be read is no wrong code: it does not block the account, so that the error stays the same. */
  private async stepOf(accountId: string, { secretSealed }: CodeAttempt, code: string): Promise<number | null> {
    try {
      return await this.secrets.stepOf(accountId, secretSealed, code);
    } catch (error) {
      await this.factors.giveBack(accountId);
      throw error;
    }
  }

  private block(actor: Owner): Promise<void> {
    const entry = {
      action: 'mfa.block',
      resource: `accounts/${actor.id}/mfa`,
      details: { wrong_codes: maxWrongCodes },
    } as const;
    return this.factors.block(actor.id, (on, details) =>
      this.audit.record({ ...entry, details: { ...entry.details, ...details } }, { on, actor, outcome: 'failure' }),
    );
  }
}

function wrong(message: string): InvalidInputError {
  return InvalidInputError.at('auth.otp_wrong', 'body.otp', message);
}
