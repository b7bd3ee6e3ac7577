import type { Role } from '../permissions.js';

/** Somebody, or something, that may log in. */
export interface Account {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly role: Role;
  readonly isDisabled: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly lastLogin: Date | null;
}

export interface AccountDraft {
  readonly name: string;
  readonly email: string | null;
  readonly role: Role;
  readonly password: string;
}

/** What is absent stays as it is. */
export interface AccountChanges {
  readonly email?: string | null;
  readonly role?: Role;
  readonly isDisabled?: boolean;
  readonly password?: string;
}

/** Names are kept as given and compared without case. */
export const accountName = /^[A-Za-z0-9._@-]{1,64}$/;

export const accountNameAllowed = '1 to 64 letters, digits and the signs . _ - @';
