import type { AccountSight } from '../sight/account-sight.js';
import type { Role } from '../permissions.js';
import type { TokenType } from './bearer-key.js';

export interface ApiToken {
  readonly id: string;
  /** Null for a token of a provider. */
  readonly accountId: string | null;
  readonly ssoProviderId: number | null;
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

/** A new token with its key, which is shown only once. */
export interface CreatedApiToken {
  readonly token: ApiToken;
  readonly type: TokenType;
  /** The text that signs requests, or the bearer key. */
  readonly key: string;
}

/** A token of an enabled account or of a client. It may have expired. */
export interface UsableApiToken extends AccountSight {
  /** Null, like the role, for the token of a client. */
  readonly accountId: string | null;
  /** Null for the token of an account. */
  readonly clientId: string | null;
  /** The name of the account or the client. */
  readonly name: string;
  readonly role: Role | null;
  readonly keyEncrypted: Buffer;
  /** Milliseconds until the token expires by the clock of the database, negative after that. Null if it does not expire. */
  readonly remainingMs: number | null;
  readonly lastAccess: Date | null;
}
