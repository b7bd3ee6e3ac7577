import { Secret, TOTP } from 'otpauth';

/** RFC 6238 with the values that all apps understand. */
const form = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

/** A code of the app, also with a space in its middle, as apps show it. */
const codeForm = /^\d{3} ?\d{3}$/;

/** Returns 160 random bits in base 32. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The text that an app reads from a QR code. */
export function totpUri(secret: string, accountName: string): string {
  return new TOTP({ issuer: 'Graphward', label: accountName, secret: Secret.fromBase32(secret), ...form }).toString();
}

export function isTotpCode(text: string): boolean {
  return codeForm.test(text);
}

/**
 * The step of a code: the number of 30 seconds since 1970. The clock of the app may be off by one step.
 * @returns null if it is no code of now
 */
export function stepOf(code: string, secret: string, now: Date): number | null {
  const timestamp = now.getTime();
  const token = code.replace(' ', '');
  const delta = TOTP.validate({ token, secret: Secret.fromBase32(secret), window: 1, timestamp, ...form });
  return delta === null ? null : TOTP.counter({ period: form.period, timestamp }) + delta;
}
