import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { seal, unseal } from './sealing.js';
import { Secrets } from './secrets.js';

const keyBytes = 40;

/** Returns 40 random bytes in base64. This text is the key of a token. */
export function newTokenKey(): string {
  return randomBytes(keyBytes).toString('base64');
}

/** Encrypts the keys of API tokens for the database. The id of the token is additional authenticated data. */
@Injectable()
export class TokenKeyCipher {
  constructor(private readonly secrets: Secrets) {}

  seal(tokenId: string, key: string): Buffer {
    return seal(this.secrets.tokenKey, tokenId, key);
  }

  /** @throws Error if the key was sealed with another secret or for another token, or if it was changed */
  open(tokenId: string, sealed: Buffer): string {
    return unseal(this.secrets.tokenKey, tokenId, sealed);
  }
}
