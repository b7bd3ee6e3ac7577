import type { Role } from '../permissions.js';

export interface Session {
  readonly id: string;
  readonly accountId: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** A session that has not ended, of an account that is enabled; its time may be up. */
export interface OpenSession {
  readonly accountId: string;
  readonly name: string;
  readonly role: Role;
  readonly passwordExpired: boolean;
  readonly expiresAt: Date;
}
