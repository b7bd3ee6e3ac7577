import type { Role } from '../permissions.js';

export interface ApiToken {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly expiresAt: Date | null;
  readonly lastAccess: Date | null;
}

export interface ApiTokenDraft {
  readonly accountId: string;
  readonly name: string;
  readonly expiresAt: Date | null;
}

/** The only time that a key is seen. */
export interface CreatedApiToken {
  readonly token: ApiToken;
  /** 40 random bytes in base64; its text is the key of signatures. */
  readonly key: string;
}

/** A token of an account that is enabled, or of a client; it may have expired. */
export interface UsableApiToken {
  /** Null, as the role, for the token of a client. */
  readonly accountId: string | null;
  /** Null for the token of an account. */
  readonly clientId: string | null;
  /** Of the account or the client. */
  readonly name: string;
  readonly role: Role | null;
  readonly keyEncrypted: Buffer;
  /** Time to the expiry by the clock of the database, negative after it; null if the token does not expire. */
  readonly remainingMs: number | null;
  readonly lastAccess: Date | null;
}
