import type { Settings } from '../../base/config/settings.js';
import type { Role } from '../permissions.js';

/** The second factors of an account. */
export interface OwnedFactors {
  /** Whether a code of an app is needed to log in. */
  readonly totpActive: boolean;
  /** Their number. */
  readonly passkeys: number;
}

export interface FactorOwner extends OwnedFactors {
  readonly role: Role;
  /** Providers ask for a second factor themselves. */
  readonly hasPassword: boolean;
}

/** Whether the password alone does not log in. */
export function hasFactor({ totpActive, passkeys }: OwnedFactors): boolean {
  return totpActive || passkeys > 0;
}

/** Whether REQUIRE_MFA asks for a second factor that an account with a password lacks. Its sessions may then only enrol one. */
export function lacksFactor({ requireMfa }: Pick<Settings, 'requireMfa'>, owner: FactorOwner): boolean {
  if (hasFactor(owner) || requireMfa === 'none' || !owner.hasPassword) return false;
  return requireMfa === 'all' || owner.role === 'administrator';
}
