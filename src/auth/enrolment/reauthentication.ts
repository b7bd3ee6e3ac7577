import { Injectable } from '@nestjs/common';
import { InvalidInputError } from '../../base/errors.js';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { hasFactor } from '../factors/required-factor.js';
import { SecondFactorService } from '../factors/second-factor.service.js';
import { LoginLimits } from '../login/login-limits.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import type { Principal } from '../principal.js';
import { SessionsRepository } from '../sessions/sessions.repository.js';

/** What a caller sends again to change how it logs in. */
export interface Proof {
  /** The password. */
  readonly secret?: string | undefined;
  /** A code of the second factor or a recovery code. */
  readonly otp?: string | undefined;
  /** The address of the caller. Wrong passwords count against it like failed logins. */
  readonly address: string;
}

/** How long a login or a proof counts for the changes that follow it. */
const recentMinutes = 10;

/** Asks the owner of a session again who it is, so that a session that was left open is not enough to change a factor. */
@Injectable()
export class Reauthentication {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly passwords: PasswordHasher,
    private readonly limits: LoginLimits,
    private readonly factors: SecondFactorService,
    private readonly sessions: SessionsRepository,
  ) {}

  /** Whether the caller has logged in or sent a proof in the last ten minutes. Signed requests have no login. */
  async isRecent({ sessionId }: Principal): Promise<boolean> {
    return sessionId !== undefined && (await this.sessions.isProvenWithin(sessionId, recentMinutes));
  }

  /** As {@link confirm}, for a change that a recent proof permits, too. The proof then counts for the next ones. */
  async confirmUnlessRecent(caller: Principal, proof: Proof): Promise<void> {
    if (await this.isRecent(caller)) return;
    if (((await this.accounts.findById(caller.id))?.ssoProviderId ?? null) !== null) throw providerLoginNeeded();
    await this.confirm(caller, proof);
    if (caller.sessionId !== undefined) await this.sessions.storeProof(caller.sessionId);
  }

  /** @throws InvalidInputError if the password or the code is missing or wrong; TooManyRequestsError */
  async confirm({ id, name }: Principal, { secret, otp, address }: Proof): Promise<void> {
    if (secret !== undefined) {
      const hash = await this.accounts.findPasswordHash(id);
      await this.limits.run({ name, address }, async (hasFailed) => {
        if (await this.passwords.verify(hash ?? undefined, secret, hasFailed)) return;
        throw InvalidInputError.at('password.wrong', 'body.secret', 'is not the current password');
      });
      return;
    }
    const account = otp === undefined ? null : await this.accounts.findById(id);
    if (!account || !hasFactor(account))
      throw InvalidInputError.at('body.missing_property', 'body.secret', 'is missing; send your password');
    await this.factors.verify(account, otp);
  }
}

function providerLoginNeeded(): InvalidInputError {
  const message = 'is missing, and your account has no password; log in again by your identity provider';
  return InvalidInputError.at('auth.provider_login_needed', 'body.secret', message);
}
