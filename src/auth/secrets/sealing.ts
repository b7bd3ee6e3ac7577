import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const version = 1;
const nonceBytes = 12;
const tagBytes = 16;
const headBytes = 1 + nonceBytes + tagBytes;

/**
 * Encrypts a text: a version byte, 12 bytes of nonce, 16 bytes of tag and the ciphertext.
 * @param owner additional authenticated data, such as the id of the row, so that a sealed text can't be moved to another row
 */
export function seal(key: KeyObject, owner: string, text: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce);
  cipher.setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.of(version), nonce, cipher.getAuthTag(), sealed]);
}

/** @throws Error if the text was sealed with another key or for another owner, or if it was changed */
export function unseal(key: KeyObject, owner: string, sealed: Buffer): string {
  if (sealed.length < headBytes || sealed[0] !== version) throw new Error('the sealed key has an unknown form');
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(1, 1 + nonceBytes), { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(owner));
  decipher.setAuthTag(sealed.subarray(1 + nonceBytes, headBytes));
  return Buffer.concat([decipher.update(sealed.subarray(headBytes)), decipher.final()]).toString('utf8');
}
