import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Secrets } from './secrets.js';

const algorithm = 'aes-256-gcm';
const version = 1;
const nonceBytes = 12;
const tagBytes = 16;
const headBytes = 1 + nonceBytes + tagBytes;
const keyBytes = 40;

/** Returns 40 random bytes in base64. This text is the key of a token. */
export function newTokenKey(): string {
  return randomBytes(keyBytes).toString('base64');
}

/**
 * Encrypts the keys of API tokens for the database. A sealed key consists of a version byte, 12 bytes of nonce, 16 bytes of tag and the
 * ciphertext. The id of the token is additional authenticated data, so that a sealed key can't be moved to another row.
 */
@Injectable()
export class TokenKeyCipher {
  constructor(private readonly secrets: Secrets) {}

  seal(tokenId: string, key: string): Buffer {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv(algorithm, this.secrets.tokenKey, nonce);
    cipher.setAAD(Buffer.from(tokenId));
    const text = Buffer.concat([cipher.update(key, 'utf8'), cipher.final()]);
    return Buffer.concat([Buffer.of(version), nonce, cipher.getAuthTag(), text]);
  }

  /** @throws Error if the key was sealed with another secret or for another token, or if it was changed */
  open(tokenId: string, sealed: Buffer): string {
    if (sealed.length < headBytes || sealed[0] !== version) throw new Error('the sealed key has an unknown form');
    const decipher = createDecipheriv(algorithm, this.secrets.tokenKey, sealed.subarray(1, 1 + nonceBytes), {
      authTagLength: tagBytes,
    });
    decipher.setAAD(Buffer.from(tokenId));
    decipher.setAuthTag(sealed.subarray(1 + nonceBytes, headBytes));
    return Buffer.concat([decipher.update(sealed.subarray(headBytes)), decipher.final()]).toString('utf8');
  }
}
