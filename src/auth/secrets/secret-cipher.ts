import { Injectable } from '@nestjs/common';
import { UnreadableSecretError } from '../../base/errors.js';
import { seal, unseal } from './sealing.js';
import { Secrets } from './secrets.js';

/** Each purpose has a key of its own. */
export type SealedPurpose =
  'sso client secret' | 'sso signing key' | 'sso login cookie' | 'totp secret' | 'passkey challenge' | 'alert channel';

/** Encrypts secrets that the service has to read again. */
@Injectable()
export class SecretCipher {
  constructor(private readonly secrets: Secrets) {}

  /** @param owner id of the row */
  seal(purpose: SealedPurpose, owner: string, text: string): Buffer {
    return seal(this.secrets.keyFor(purpose), owner, text);
  }

  /** @throws UnreadableSecretError if it was sealed under another SECRET_KEY or for another row, or if it was changed */
  open(purpose: SealedPurpose, owner: string, sealed: Buffer): string {
    const text = this.tryOpen(purpose, owner, sealed);
    if (text === undefined) throw new UnreadableSecretError(`the ${purpose} ${owner} cannot be opened`);
    return text;
  }

  /** As {@link open}; undefined in place of the error. */
  tryOpen(purpose: SealedPurpose, owner: string, sealed: Buffer): string | undefined {
    try {
      return unseal(this.secrets.keyFor(purpose), owner, sealed);
    } catch {
      return undefined;
    }
  }
}
