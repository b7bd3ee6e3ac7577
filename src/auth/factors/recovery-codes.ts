import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { PasswordHasher } from '../passwords/password-hasher.js';

const count = 10;
const bytes = 10;

/** Crockford's digits: no I, L, O and U, which people confuse. */
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const codeForm = /^[0-9A-HJKMNP-TV-Z]{16}$/;

/** Returns ten codes of 80 random bits, such as `7K2M-9XQT-04FD-ZB3H`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: count }, () => textOf(randomBytes(bytes)));
}

/** Digests of codes by argon2id, whose salt is the random id of their account, so that one digest finds the code of an account. */
@Injectable()
export class RecoveryCodeDigests {
  constructor(private readonly passwords: PasswordHasher) {}

  /** @returns null if the text has not the form of a recovery code. Case, spaces and hyphens don't matter. */
  async of(accountId: string, text: string): Promise<string | null> {
    const plain = text.toUpperCase().replaceAll(/[\s-]/g, '');
    if (!codeForm.test(plain)) return null;
    const salt = Buffer.from(accountId.replaceAll('-', ''), 'hex');
    return (await this.passwords.digest(plain, salt)).toString('base64url');
  }

  async ofAll(accountId: string, codes: readonly string[]): Promise<string[]> {
    return (await Promise.all(codes.map((code) => this.of(accountId, code)))).flatMap((it) => it ?? []);
  }
}

function textOf(random: Buffer): string {
  const bits = [...random].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const plain = bits.replaceAll(/.{5}/g, (five) => digits[Number.parseInt(five, 2)] ?? '');
  return plain.replaceAll(/(.{4})(?=.)/g, '$1-');
}
