import { generateKeyPair, randomBytes, sign } from 'node:crypto';
import { promisify } from 'node:util';
import { pemOf } from '../metadata/certificates.js';

/** In PEM. */
export interface CertifiedKey {
  readonly certificate: string;
  readonly privateKey: string;
}

const modulusLength = 3072;
const years = 10;

/** sha256WithRSAEncryption (RFC 8017) with its NULL. */
const signatureAlgorithm = Buffer.from('300d06092a864886f70d01010b0500', 'hex');
/** id-at-commonName (RFC 5280). */
const commonName = Buffer.from('0603550403', 'hex');

const tags = {
  integer: 0x02,
  bits: 0x03,
  utf8: 0x0c,
  utcTime: 0x17,
  sequence: 0x30,
  set: 0x31,
  version: 0xa0,
} as const;

/**
 * Makes a key pair of RSA with a certificate that it signs itself, valid from the day before, for clocks that are slow. Identity providers
 * compare such a certificate with a copy; they verify no chain. @param notBefore before 2040
 */
export async function selfSigned(name: string, notBefore: Date): Promise<CertifiedKey> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength });
  const subject = der(tags.sequence, der(tags.set, der(tags.sequence, commonName, der(tags.utf8, Buffer.from(name)))));
  const body = der(
    tags.sequence,
    der(tags.version, der(tags.integer, Buffer.of(2))),
    der(tags.integer, positive(randomBytes(16))),
    signatureAlgorithm,
    subject,
    der(tags.sequence, utcTime(new Date(notBefore.getTime() - 86_400_000)), utcTime(yearsAfter(notBefore))),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = der(tags.bits, Buffer.of(0), sign('sha256', body, privateKey));
  const base64 = der(tags.sequence, body, signatureAlgorithm, signature).toString('base64');
  return {
    certificate: pemOf(base64),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** An element in DER: tag, length, contents. */
function der(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.of(tag, length), content]);
  const digits = Buffer.from(length.toString(16).padStart(length > 0xffff ? 6 : length > 0xff ? 4 : 2, '0'), 'hex');
  return Buffer.concat([Buffer.of(tag, 0x80 | digits.length), digits, content]);
}

/** The first bit of a positive integer is 0, and its first byte is not. */
function positive(bytes: Buffer): Buffer {
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return bytes;
}

function utcTime(time: Date): Buffer {
  const digits = time.toISOString().replaceAll(/\D/g, '').slice(2, 14);
  return der(tags.utcTime, Buffer.from(`${digits}Z`));
}

function yearsAfter(time: Date): Date {
  const later = new Date(time);
  later.setUTCFullYear(later.getUTCFullYear() + years);
  return later;
}
