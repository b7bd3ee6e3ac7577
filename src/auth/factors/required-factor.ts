import type { Settings } from '../../base/config/settings.js';
import type { Role } from '../permissions.js';

export interface FactorOwner {
  readonly role: Role;
  /** Whether a code of an app is needed to log in. */
  readonly totpActive: boolean;
}

/** Whether REQUIRE_MFA asks for a second factor that an account with a password lacks. Its sessions may then only enrol one. */
export function lacksFactor({ requireMfa }: Pick<Settings, 'requireMfa'>, { role, totpActive }: FactorOwner): boolean {
  if (totpActive || requireMfa === 'none') return false;
  return requireMfa === 'all' || role === 'administrator';
}
