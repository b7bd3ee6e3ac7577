import type { Role } from '../permissions.js';

/** `expired`: the owner has to choose a new password before anything else. `absent`: nobody can log in to the account. */
export type PasswordState = 'valid' | 'expired' | 'absent';

/** Somebody, or something, that may log in. */
export interface Account {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly role: Role;
  readonly passwordState: PasswordState;
  readonly isDisabled: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly lastLogin: Date | null;
}

export interface AccountDraft {
  readonly name: string;
  readonly email: string | null;
  readonly role: Role;
  /** Null for an account that nobody can log in to. */
  readonly password: string | null;
  readonly firstName?: string | null;
  readonly lastName?: string | null;
  readonly passwordExpired?: boolean;
  readonly isDisabled?: boolean;
}

/** What is absent stays as it is. */
export interface AccountChanges {
  readonly name?: string;
  readonly firstName?: string | null;
  readonly lastName?: string | null;
  readonly email?: string | null;
  readonly role?: Role;
  readonly isDisabled?: boolean;
  readonly password?: string;
  /** False if absent and there is a new password. */
  readonly passwordExpired?: boolean;
  /** Deletes all API tokens of the account. Disabling does so, too. */
  readonly revokesTokens?: boolean;
}

/** Names are kept as given and compared without case. */
export const accountName = /^[A-Za-z0-9._@-]{1,64}$/;

export const accountNameAllowed = '1 to 64 letters, digits and the signs . _ - @';
