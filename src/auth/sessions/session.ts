import type { Role } from '../permissions.js';

export interface NewSession {
  readonly id: string;
  readonly accountId: string;
  readonly ttlSeconds: number;
}

export interface Session {
  readonly id: string;
  readonly accountId: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** A session that has not been ended, of an account that is enabled; it may have expired. */
export interface OpenSession {
  readonly accountId: string;
  readonly name: string;
  readonly role: Role;
  readonly passwordExpired: boolean;
  /** Time to the expiry by the clock of the database; negative after it. */
  readonly remainingMs: number;
}
