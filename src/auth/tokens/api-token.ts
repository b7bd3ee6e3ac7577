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

/** A token of an account that is enabled; its time may be up. */
export interface UsableApiToken {
  readonly accountId: string;
  readonly name: string;
  readonly role: Role;
  readonly keyEncrypted: Buffer;
  readonly expiresAt: Date | null;
  readonly lastAccess: Date | null;
}
