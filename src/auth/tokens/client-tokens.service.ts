import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../database/transaction.js';
import { newTokenKey, TokenKeyCipher } from '../secrets/token-key-cipher.js';
import { ClientTokensRepository, type TokenClient } from './client-tokens.repository.js';
import { CachedTokens } from './cached-tokens.js';

/** The new token of a client with its key, which is shown only once. */
export interface ClientToken {
  readonly id: string;
  /** 40 random bytes in base64. This text is the key of signatures. */
  readonly key: string;
}

/** Creates the tokens of collection clients. A client has one token, which does not expire. */
@Injectable()
export class ClientTokensService {
  constructor(
    private readonly tokens: ClientTokensRepository,
    private readonly cipher: TokenKeyCipher,
    private readonly cached: CachedTokens,
  ) {}

  /**
   * Creates a token and deletes the previous one of the client. Call {@link forget} after the commit.
   * @param on the transaction that created or locked the client
   */
  async issue(client: TokenClient, on: Transaction): Promise<ClientToken> {
    const [id, key] = [randomUUID(), newTokenKey()];
    await this.tokens.replace({ id, client, keyEncrypted: this.cipher.seal(id, key) }, on);
    return { id, key };
  }

  /** Stores the new name of a client for its requests and the audit log. */
  rename(client: TokenClient, on: Transaction): Promise<void> {
    return this.tokens.rename(client, on);
  }

  /** Deletes the token of a client. Call {@link forget} after the commit. */
  revoke(clientId: string, on: Transaction): Promise<void> {
    return this.tokens.deleteOf(clientId, on);
  }

  /** Clears the cached tokens of this instance. Call it after clients lost their tokens. */
  forget(): void {
    this.cached.forgetAll();
  }
}
