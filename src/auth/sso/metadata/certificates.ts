import { type KeyObject, X509Certificate } from 'node:crypto';

/** Least bits of a key of RSA. */
const leastRsaBits = 2048;

/** @returns undefined if the text is no certificate in DER and base64 */
function parse(base64: string): X509Certificate | undefined {
  try {
    return new X509Certificate(Buffer.from(base64, 'base64'));
  } catch {
    return undefined;
  }
}

export function publicKeyOf(base64: string): KeyObject | undefined {
  return parse(base64)?.publicKey;
}

export function isStrongKey({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean {
  if (asymmetricKeyType === 'ec' || asymmetricKeyType === 'ed25519') return true;
  return asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= leastRsaBits;
}

export interface CertificateTerm {
  /** SHA-256, in hexadecimal digits. */
  readonly fingerprint: string;
  readonly expiresAt: Date;
}

/** What people need to know of a certificate in DER and base64. */
export function termOf(base64: string): CertificateTerm | undefined {
  const certificate = parse(base64);
  return (
    certificate && {
      fingerprint: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
      expiresAt: new Date(certificate.validTo),
    }
  );
}

/** How long before its end a certificate is worth a warning. */
const noticeMs = 30 * 86_400_000;

/** The ends of the certificates that have ended, or end within 30 days. */
export function endingSoon(certificates: readonly string[], now: Date): Date[] {
  return certificates
    .flatMap((it) => termOf(it)?.expiresAt ?? [])
    .filter((end) => end.getTime() < now.getTime() + noticeMs);
}

export function pemOf(base64: string): string {
  return `-----BEGIN CERTIFICATE-----\n${(base64.match(/.{1,64}/g) ?? []).join('\n')}\n-----END CERTIFICATE-----\n`;
}
