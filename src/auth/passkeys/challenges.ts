import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { UnreadableSecretError } from '../../base/errors.js';
import { DatabaseClock } from '../../database/sql/database-clock.js';
import { SecretCipher } from '../secrets/secret-cipher.js';
import { PasskeysRepository } from './passkeys.repository.js';

const lifetimeMs = 5 * 60_000;

/** A challenge for a device, and the sealed text by which the caller brings it back. */
export interface Challenge {
  /** Base64url. */
  readonly challenge: string;
  readonly state: string;
}

/** Challenges that devices sign: for five minutes, once. Nothing is stored before one is used. */
@Injectable()
export class Challenges {
  constructor(
    private readonly cipher: SecretCipher,
    private readonly passkeys: PasskeysRepository,
    private readonly clock: DatabaseClock,
  ) {}

  /** @param purpose such as `login`; the challenge counts for no other */
  async make(purpose: string): Promise<Challenge> {
    const challenge = randomBytes(32).toString('base64url');
    const expiresAt = (await this.clock.now()).getTime() + lifetimeMs;
    const state = this.cipher.seal('passkey challenge', purpose, `${challenge} ${expiresAt}`).toString('base64url');
    return { challenge, state };
  }

  /** @returns the challenge; null if it is none of ours for the purpose, has expired, or was used, also at another instance */
  async use(purpose: string, state: string): Promise<string | null> {
    const [challenge = '', expiresAt] = this.open(purpose, state).split(' ');
    const expiry = new Date(Number(expiresAt));
    if (challenge === '' || expiry <= (await this.clock.now())) return null;
    return (await this.passkeys.useChallenge(challenge, expiry)) ? challenge : null;
  }

  private open(purpose: string, state: string): string {
    try {
      return this.cipher.open('passkey challenge', purpose, Buffer.from(state, 'base64url'));
    } catch (error) {
      if (error instanceof UnreadableSecretError) return '';
      throw error;
    }
  }
}
