import { createHash, randomBytes } from 'node:crypto';

const count = 10;
const bytes = 10;

/** Crockford's digits: no I, L, O and U, which people confuse. */
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const codeForm = /^[0-9A-HJKMNP-TV-Z]{16}$/;

/** Returns ten codes of 80 random bits, such as `7K2M-9XQT-04FD-ZB3H`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: count }, () => textOf(randomBytes(bytes)));
}

/** @returns null if the text has not the form of a recovery code. Case, spaces and hyphens don't matter. */
export function recoveryCodeDigest(accountId: string, text: string): string | null {
  const plain = text.toUpperCase().replaceAll(/[\s-]/g, '');
  if (!codeForm.test(plain)) return null;
  return createHash('sha256').update(`${accountId} ${plain}`).digest('base64url');
}

export function recoveryCodeDigests(accountId: string, codes: readonly string[]): string[] {
  return codes.flatMap((code) => recoveryCodeDigest(accountId, code) ?? []);
}

function textOf(random: Buffer): string {
  const bits = [...random].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const plain = bits.replaceAll(/.{5}/g, (five) => digits[Number.parseInt(five, 2)] ?? '');
  return plain.replaceAll(/(.{4})(?=.)/g, '$1-');
}
