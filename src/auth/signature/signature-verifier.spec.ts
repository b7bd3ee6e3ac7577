import { createSecretKey, type KeyObject } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FakeClock } from '../../../test/support/fake-clock.js';
import { signedHeaders, type SigningToken } from '../../../test/support/signed-client.js';
import { UnauthenticatedError } from '../../base/errors.js';
import { signatureOf } from './request-signature.js';
import { SignatureVerifier } from './signature-verifier.js';

const clock = new FakeClock('2026-10-01T12:34:56.000Z');
const verifier = new SignatureVerifier(clock);
const token: SigningToken = { id: '0b3f1a52-6f0e-4d0e-9c67-6a1f5f3c2b11', key: 'c2VjcmV0IGtleSBvZiB0aGUgdGVzdHM=' };

interface Sent {
  readonly method: string;
  readonly target: string;
  readonly body: Buffer;
  readonly requestDate: string;
}

function keyOf(text: string): KeyObject {
  return createSecretKey(Buffer.from(text));
}

function headersOf({ method, target, body, requestDate }: Sent): Record<string, string> {
  const sent = signedHeaders(token, method, target, { body, requestDate });
  return Object.fromEntries(Object.entries(sent).map(([name, value]) => [name.toLowerCase(), value]));
}

function accepts(headers: Record<string, string>, sent: Omit<Sent, 'requestDate'>, key = token.key): boolean {
  try {
    const { requestDate, signature } = verifier.readClaim(headers);
    verifier.verify(signature, keyOf(key), { ...sent, requestDate });
    return true;
  } catch (error) {
    if (error instanceof UnauthenticatedError) return false;
    throw error;
  }
}

const encoded = fc.string({ unit: 'binary' }).map(encodeURIComponent);
const target = fc
  .tuple(fc.array(encoded), fc.array(fc.tuple(encoded, encoded)))
  .map(([path, query]) => `/api/v2/${path.join('/')}${query.map(([n, v], i) => `${i ? '&' : '?'}${n}=${v}`).join('')}`);
const body = fc.oneof(
  fc.constant(Buffer.alloc(0)),
  fc.uint8Array({ minLength: 1, maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  fc.json().map((text) => gzipSync(text)),
);
const offset = fc.integer({ min: -(23 * 60 + 59), max: 23 * 60 + 59 });
const fraction = fc.stringMatching(/^(\.\d{1,9})?$/);

/** Returns the same instant as local time with the offset, to the second. */
function dateTimeAt(instant: number, offsetMinutes: number, digits = ''): string {
  const local = new Date(instant + offsetMinutes * 60_000).toISOString().slice(0, 19);
  const minutes = Math.abs(offsetMinutes);
  return `${local}${digits}${offsetMinutes < 0 ? '-' : '+'}${twoDigits(minutes / 60)}:${twoDigits(minutes % 60)}`;
}

function twoDigits(value: number): string {
  return String(Math.trunc(value)).padStart(2, '0');
}

const timely = fc
  .tuple(fc.integer({ min: -3599, max: 299 }), offset, fraction)
  .map(([seconds, minutes, digits]) => dateTimeAt(clock.now().getTime() + seconds * 1000, minutes, digits));
const request = fc.record({
  method: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'),
  target,
  body,
  requestDate: timely,
});

describe('the signature of a request', () => {
  it('has the value of the documented example', () => {
    const parts = {
      method: 'POST',
      target: '/api/v2/graphs/cypher',
      requestDate: '2026-10-01T12:34:56+00:00',
      body: Buffer.from('{"query":"MATCH (n) RETURN n"}'),
    };
    expect(signatureOf(keyOf('test-key'), parts)).toBe('BMTnQwJ3SP0y0ZzUvf8ja0n7npktA31BBkTNiVPP/u0=');
  });
});

describe('SignatureVerifier', () => {
  it('accepts the signatures of an independent signer for any method, target, body, offset and fraction of a second', () => {
    fc.assert(fc.property(request, (sent) => accepts(headersOf(sent), sent)));
  });

  it('accepts the same request again, because there is no replay cache', () => {
    const sent = { method: 'GET', target: '/', body: Buffer.alloc(0), requestDate: '2026-10-01T12:00:00Z' };
    const headers = headersOf(sent);
    expect([accepts(headers, sent), accepts(headers, sent)]).toEqual([true, true]);
  });

  it('refuses a signature with any bit flipped', () => {
    const flips = fc.tuple(request, fc.nat({ max: 43 }), fc.nat({ max: 6 }));
    fc.assert(
      fc.property(flips, ([sent, index, bit]) => {
        const headers = headersOf(sent);
        const bytes = Buffer.from(headers['signature'] ?? '');
        bytes[index] = (bytes[index] ?? 0) ^ (1 << bit);
        return !accepts({ ...headers, signature: bytes.toString('latin1') }, sent);
      }),
    );
  });

  it('refuses another base64 text of the same digest', () => {
    const sent = { method: 'GET', target: '/', body: Buffer.alloc(0), requestDate: '2026-10-01T12:00:00Z' };
    const headers = headersOf(sent);
    const signature = headers['signature'] ?? '';
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
    const last = alphabet.indexOf(signature.charAt(42));
    const twin = `${signature.slice(0, 42)}${alphabet.charAt(last ^ 1)}=`;
    expect(Buffer.from(twin, 'base64')).toEqual(Buffer.from(signature, 'base64'));
    expect(accepts({ ...headers, signature: twin }, sent)).toBe(false);
  });

  it('refuses a request with any signed part changed', () => {
    const flip = fc.record({ sent: request, at: fc.nat(), bit: fc.nat({ max: 6 }) });
    fc.assert(
      fc.property(flip, fc.constantFrom('method', 'target', 'body'), ({ sent, at, bit }, part) => {
        const bytes = Buffer.from(sent[part]);
        if (bytes.length === 0) return !accepts(headersOf(sent), { ...sent, body: Buffer.from('x') });
        bytes[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ (1 << bit);
        return !accepts(headersOf(sent), { ...sent, [part]: part === 'body' ? bytes : bytes.toString('latin1') });
      }),
    );
  });

  it('refuses another key, and the decoded bytes of the key', () => {
    const sent = { method: 'GET', target: '/', body: Buffer.alloc(0), requestDate: '2026-10-01T12:00:00Z' };
    const headers = headersOf(sent);
    expect(accepts(headers, sent, `${token.key}x`)).toBe(false);
    expect(accepts(headers, sent, Buffer.from(token.key, 'base64').toString('latin1'))).toBe(false);
  });

  it('refuses another hour and accepts another minute, because only date and hour are signed', () => {
    const sent = { method: 'GET', target: '/', body: Buffer.alloc(0), requestDate: '2026-10-01T12:30:00Z' };
    const headers = headersOf(sent);
    expect(accepts({ ...headers, requestdate: '2026-10-01T12:10:00Z' }, sent)).toBe(true);
    expect(accepts({ ...headers, requestdate: '2026-10-01T11:50:00Z' }, sent)).toBe(false);
    expect(accepts({ ...headers, requestdate: '2026-10-01T13:30:00+01:00' }, sent)).toBe(false);
  });

  it.each([
    ['2026-10-01T11:34:56Z', true, 'one hour ago'],
    ['2026-10-01T11:34:55.999Z', false, 'a millisecond more than one hour ago'],
    ['2026-10-01T12:39:56Z', true, 'five minutes ahead'],
    ['2026-10-01T12:39:56.001Z', false, 'a millisecond more than five minutes ahead'],
    ['2026-10-01T06:04:56.123456789-05:30', true, 'another offset, at one hour ago'],
    ['2026-10-01t12:34:56z', true, 'lower case letters'],
  ])('answers %s with %p: %s', (requestDate, isAccepted) => {
    const sent = { method: 'GET', target: '/', body: Buffer.alloc(0), requestDate };
    expect(accepts(headersOf(sent), sent)).toBe(isAccepted);
  });

  it('refuses any text that is not an RFC 3339 date-time as unauthenticated', () => {
    const sent = { method: 'GET', target: '/', body: Buffer.alloc(0) };
    const texts = fc.oneof(fc.string(), fc.constantFrom('', '2026-10-01', '2026-10-01T12', '2026-10-01 12:34:56Z'));
    fc.assert(
      fc.property(texts, (requestDate) => {
        const headers = headersOf({ ...sent, requestDate });
        return !accepts(headers, sent);
      }),
    );
  });

  it.each([
    ['requestdate', 'signed request: the header RequestDate is missing'],
    ['signature', 'signed request: the header Signature is missing'],
    ['authorization', 'signed request: the token id is not a UUID'],
  ])('names the header %s in the log where it is missing', (name, detail) => {
    const sent = { method: 'GET', target: '/', body: Buffer.alloc(0), requestDate: '2026-10-01T12:00:00Z' };
    const { [name]: _missing, ...headers } = headersOf(sent);
    expect(() => verifier.readClaim(headers)).toThrow(
      expect.objectContaining({ name: 'UnauthenticatedError', status: 401, detail }),
    );
  });

  it('returns the token id in lower case', () => {
    const sent = { method: 'GET', target: '/', body: Buffer.alloc(0), requestDate: '2026-10-01T12:00:00Z' };
    const headers = { ...headersOf(sent), authorization: `SVCSignature ${token.id.toUpperCase()}` };
    expect(verifier.readClaim(headers).tokenId).toBe(token.id);
  });
});
