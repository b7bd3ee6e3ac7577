import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../database/transaction.js';
import { newTokenKey, TokenKeyCipher } from '../secrets/token-key-cipher.js';
import { ClientTokensRepository } from './client-tokens.repository.js';
import { LiveTokens } from './live-tokens.js';

/** What a client signs with. The only time that the key is seen. */
export interface ClientToken {
  readonly id: string;
  /** 40 random bytes in base64; its text is the key of signatures. */
  readonly key: string;
}

/** The tokens of collection clients: each has one, and it does not expire. */
@Injectable()
export class ClientTokensService {
  constructor(
    private readonly tokens: ClientTokensRepository,
    private readonly cipher: TokenKeyCipher,
    private readonly live: LiveTokens,
  ) {}

  /**
   * Makes a token, in place of the one that the client may have; {@link forget} once that is committed.
   * @param on the transaction that makes the client, or has locked it
   */
  async issue(clientId: string, on: Transaction): Promise<ClientToken> {
    const [id, key] = [randomUUID(), newTokenKey()];
    await this.tokens.replace({ id, clientId, keyEncrypted: this.cipher.seal(id, key) }, on);
    return { id, key };
  }

  /** Call when clients have lost their tokens: what this instance remembers of them is good no longer. */
  forget(): void {
    this.live.forgetAll();
  }
}
