import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../database/transaction.js';
import { newTokenKey, TokenKeyCipher } from '../secrets/token-key-cipher.js';
import { ClientTokensRepository, type TokenClient } from './client-tokens.repository.js';
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
   * Makes a token and deletes the previous one of the client. Call {@link forget} after the commit.
   * @param on the transaction that makes the client, or has locked it
   */
  async issue(client: TokenClient, on: Transaction): Promise<ClientToken> {
    const [id, key] = [randomUUID(), newTokenKey()];
    await this.tokens.replace({ id, client, keyEncrypted: this.cipher.seal(id, key) }, on);
    return { id, key };
  }

  /** Stores the new name of a client, which its requests and the audit log have from then on. */
  rename(client: TokenClient, on: Transaction): Promise<void> {
    return this.tokens.rename(client, on);
  }

  /** Deletes the token of a client. Call {@link forget} after the commit. */
  revoke(clientId: string, on: Transaction): Promise<void> {
    return this.tokens.deleteOf(clientId, on);
  }

  /** Call when clients have lost their tokens: what this instance remembers of them is good no longer. */
  forget(): void {
    this.live.forgetAll();
  }
}
