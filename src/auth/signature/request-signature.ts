import { createHmac, type Hmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { Cache } from '../../base/values/cache.js';

/** The parts of a request that its signature covers. */
export interface SignedParts {
  /** The method as sent, such as `GET`. */
  readonly method: string;
  /** The request target as sent: path and query, without any decoding. */
  readonly target: string;
  /** The header RequestDate as sent. The signature covers its first 13 characters, date and hour. */
  readonly requestDate: string;
  /** The body as sent, before any content decoding. Empty if there is no body. */
  readonly body: Buffer;
}

const hash = 'sha256';
const dateAndHour = 'YYYY-MM-DDThh'.length;

/** Length of a digest of 32 bytes in base64. */
export const signatureLength = 44;

/**
 * Returns the value of the header Signature: HMAC-SHA-256 three times, each digest being the key of the next.
 *
 *     operation key = HMAC(key text of the token, method + target)
 *     date key      = HMAC(operation key, first 13 characters of RequestDate)
 *     signature     = base64(HMAC(date key, body))
 *
 * Example: key `test-key`, `POST`, `/api/v2/graphs/cypher`, RequestDate `2026-10-01T12:34:56+00:00`, body
 * `{"query":"MATCH (n) RETURN n"}` results in `BMTnQwJ3SP0y0ZzUvf8ja0n7npktA31BBkTNiVPP/u0=`.
 *
 * The key of a token is its text, not the bytes that this text encodes.
 */
export function signatureOf(key: KeyObject, { body, ...head }: SignedParts): string {
  return beginSignature(key, head).update(body).digest('base64');
}

/** Starts a signature to which the caller adds the body. */
export function beginSignature(key: KeyObject, { method, target, requestDate }: Omit<SignedParts, 'body'>): Hmac {
  const hour = requestDate.slice(0, dateAndHour);
  const known = dateKeysOf(key);
  const name = `${hour} ${method}${target}`;
  let dateKey = known.get(name);
  if (!dateKey) {
    const operationKey = createHmac(hash, key).update(`${method}${target}`, 'latin1').digest();
    dateKey = createHmac(hash, operationKey).update(hour, 'latin1').digest();
    known.set(name, dateKey);
  }
  return createHmac(hash, dateKey);
}

/** Callers repeat requests, and two of the three digests stay the same for an hour. */
const keptBytes = 64 * 1024;

/** The date keys of recent requests by the key of their token. They are collected together with the key. */
const dateKeys = new WeakMap<KeyObject, Cache<string, Buffer>>();

function dateKeysOf(key: KeyObject): Cache<string, Buffer> {
  let known = dateKeys.get(key);
  if (!known) dateKeys.set(key, (known = new Cache(keptBytes, ({ length }) => length)));
  return known;
}

/**
 * Compares in constant time. It compares the texts instead of the bytes, because base64 has several texts for the same bytes, and any
 * change to a signature has to be refused.
 */
export function isSameSignature(given: string, expected: string): boolean {
  if (given.length !== signatureLength || expected.length !== signatureLength) return false;
  return timingSafeEqual(Buffer.from(given, 'latin1'), Buffer.from(expected, 'latin1'));
}
