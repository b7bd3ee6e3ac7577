import { hash, randomBytes } from 'node:crypto';
import type { Role } from '../permissions.js';
import type { AccountSight } from '../sight/account-sight.js';

/** The types of tokens. `signing` signs requests; the others are bearer keys, for programs that can only send a fixed header. */
export const tokenTypes = ['signing', 'provisioning', 'reading'] as const;
export type TokenType = (typeof tokenTypes)[number];
export type BearerKeyType = Exclude<TokenType, 'signing'>;

/** Secret scanners recognize leaked keys by these. */
const prefixes: Readonly<Record<BearerKeyType, string>> = { provisioning: 'gwp_', reading: 'gwr_' };

const keyBytes = 32;
const shape = /^gw[pr]_[\w-]{43}$/;

export function newBearerKey(type: BearerKeyType): string {
  return prefixes[type] + randomBytes(keyBytes).toString('base64url');
}

export function isBearerKey(credentials: string): boolean {
  return shape.test(credentials);
}

/** A key has 256 random bits, so that nobody can guess it from a fast digest. */
export function keyDigestOf(key: string): string {
  return hash('sha256', key, 'base64url');
}

/** A key of an enabled account or of a provider. It may have expired. */
export interface UsableBearerKey extends AccountSight {
  readonly id: string;
  /** Null, like name and role, for the key of a provider. */
  readonly accountId: string | null;
  readonly name: string | null;
  readonly role: Role | null;
  readonly providerId: number | null;
  readonly slug: string | null;
  /** Milliseconds until the key expires by the clock of the database. Null if it does not expire. */
  readonly remainingMs: number | null;
  readonly lastAccess: Date | null;
}
