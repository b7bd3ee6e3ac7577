import { createHmac, type Hmac, type KeyObject, timingSafeEqual } from 'node:crypto';

/** What of a request is signed. */
export interface SignedParts {
  /** As sent, such as `GET`. */
  readonly method: string;
  /** The request target as sent: path and query, nothing decoded. */
  readonly target: string;
  /** The value of the header RequestDate as sent; its first 13 characters, date and hour, are signed. */
  readonly requestDate: string;
  /** The body as sent, before any content encoding is undone; empty where there is none. */
  readonly body: Buffer;
}

const hash = 'sha256';
const dateAndHour = 'YYYY-MM-DDThh'.length;

/** Base64 of the 32 bytes of a digest. */
export const signatureLength = 44;

/**
 * The value of the header Signature: three times HMAC-SHA-256, each digest the key of the next.
 *
 *     operation key = HMAC(key text of the token, method + target)
 *     date key      = HMAC(operation key, first 13 characters of RequestDate)
 *     signature     = base64(HMAC(date key, body))
 *
 * Worked value: key `test-key`, `POST`, `/api/v2/graphs/cypher`, RequestDate `2026-10-01T12:34:56+00:00`, body
 * `{"query":"MATCH (n) RETURN n"}` gives `BMTnQwJ3SP0y0ZzUvf8ja0n7npktA31BBkTNiVPP/u0=`.
 *
 * The key of a token is its text, not the bytes that this text encodes.
 */
export function signatureOf(key: KeyObject, { body, ...head }: SignedParts): string {
  return beginSignature(key, head).update(body).digest('base64');
}

/** The signature up to the body, which is still to be added. */
export function beginSignature(key: KeyObject, { method, target, requestDate }: Omit<SignedParts, 'body'>): Hmac {
  const hour = requestDate.slice(0, dateAndHour);
  const known = dateKeysOf(key);
  const name = `${hour} ${method}${target}`;
  let dateKey = known.get(name);
  if (!dateKey) {
    const operationKey = createHmac(hash, key).update(`${method}${target}`, 'latin1').digest();
    dateKey = createHmac(hash, operationKey).update(hour, 'latin1').digest();
    if (known.size >= mostKnown) known.clear();
    if (name.length <= longestKnown) known.set(name, dateKey);
  }
  return createHmac(hash, dateKey);
}

/** Callers repeat themselves: two of the three digests are the same for an hour. */
const mostKnown = 100;
const longestKnown = 500;

/** The date keys made of a token's key lately; they go with it. */
const dateKeys = new WeakMap<KeyObject, Map<string, Buffer>>();

function dateKeysOf(key: KeyObject): Map<string, Buffer> {
  let known = dateKeys.get(key);
  if (!known) dateKeys.set(key, (known = new Map()));
  return known;
}

/**
 * In constant time. The texts are compared, not the bytes they encode: base64 has texts that differ and encode the same bytes, and
 * no change to a signature may go unnoticed.
 */
export function isSameSignature(given: string, expected: string): boolean {
  if (given.length !== signatureLength || expected.length !== signatureLength) return false;
  return timingSafeEqual(Buffer.from(given, 'latin1'), Buffer.from(expected, 'latin1'));
}
