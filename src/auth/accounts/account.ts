import type { Role } from '../permissions.js';
import type { AccountSight } from '../sight/account-sight.js';

/** `expired`: the owner has to choose a new password first. `absent`: nobody can log in to the account. */
export type PasswordState = 'valid' | 'expired' | 'absent';

/** A person or a program with a login. */
export interface Account extends AccountSight {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly role: Role;
  readonly passwordState: PasswordState;
  /** Whether a login needs a code of an app. */
  readonly totpActive: boolean;
  /** Their number. */
  readonly passkeys: number;
  readonly isDisabled: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly lastLogin: Date | null;
  /** The identity provider by which the owner logs in. */
  readonly ssoProviderId: number | null;
  /** The stable id of the person at the provider, since the first login. */
  readonly ssoSubject: string | null;
}

export interface AccountDraft {
  readonly name: string;
  readonly email: string | null;
  readonly role: Role;
  /** Null if nobody can log in to the account. */
  readonly password: string | null;
  readonly firstName?: string | null;
  readonly lastName?: string | null;
  readonly passwordExpired?: boolean;
  readonly isDisabled?: boolean;
  readonly ssoProviderId?: number | null;
  /** Absent: everything. */
  readonly sight?: AccountSight;
}

/** Absent properties stay unchanged. */
export interface AccountChanges {
  readonly name?: string;
  readonly firstName?: string | null;
  readonly lastName?: string | null;
  readonly email?: string | null;
  readonly role?: Role;
  readonly isDisabled?: boolean;
  readonly password?: string;
  /** If absent, a new password sets it to false. */
  readonly passwordExpired?: boolean;
  /** Whether to delete all API tokens of the account. Disabling the account deletes them too. */
  readonly revokesTokens?: boolean;
  /** A provider removes the password, and its former subject. Null takes the account away from its provider. */
  readonly ssoProviderId?: number | null;
  /** Whether to forget the subject of the provider, so that the next login by it binds the account again. */
  readonly releasesSubject?: boolean;
  readonly sight?: AccountSight;
  /**
   * Whether the identity provider of the account makes the change. It enables only an account that it has disabled, and decides the role
   * whatever the account sees: a limit to environments stays.
   */
  readonly isByProvider?: boolean;
}

/** Names keep their case and are compared without it. */
export const accountName = /^[A-Za-z0-9._@-]{1,64}$/;

export const accountNameAllowed = '1 to 64 letters, digits and the signs . _ - @';
