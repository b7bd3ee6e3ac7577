import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '../../database/sql/database-clock.js';
import { SecretCipher } from '../secrets/secret-cipher.js';
import { newTotpSecret, stepOf } from './totp.js';

/** Makes secrets of apps, as they are stored, and verifies codes by the clock of the database. */
@Injectable()
export class TotpSecrets {
  constructor(
    private readonly cipher: SecretCipher,
    private readonly clock: DatabaseClock,
  ) {}

  make(accountId: string): { readonly secret: string; readonly sealed: Buffer } {
    const secret = newTotpSecret();
    return { secret, sealed: this.cipher.seal('totp secret', accountId, secret) };
  }

  /** @returns the step of the code; null if it is no code of now @throws UnreadableSecretError */
  async stepOf(accountId: string, sealed: Buffer, code: string): Promise<number | null> {
    return stepOf(code, this.cipher.open('totp secret', accountId, sealed), await this.clock.now());
  }
}
