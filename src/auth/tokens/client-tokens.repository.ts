import { Injectable } from '@nestjs/common';
import { sqlIn } from '../../database/database.js';
import type { Transaction } from '../../database/transaction.js';

/** The part of a client that its token contains. */
export interface TokenClient {
  readonly id: string;
  readonly name: string;
}

interface ClientTokenRow {
  readonly id: string;
  readonly client: TokenClient;
  readonly keyEncrypted: Buffer;
}

/** Uses SQL, because the transaction comes from the module of clients and may be one of TypeORM or of the class Database. */
@Injectable()
export class ClientTokensRepository {
  /** Inserts the token and deletes the previous one of the client. The transaction has locked the row of the client. */
  async replace({ id, client, keyEncrypted }: ClientTokenRow, on: Transaction): Promise<void> {
    await this.deleteOf(client.id, on);
    await sqlIn(on).query('INSERT INTO api_token (id, client_id, name, key_encrypted) VALUES ($1, $2, $3, $4)', [
      id,
      client.id,
      client.name,
      keyEncrypted,
    ]);
  }

  async rename({ id, name }: TokenClient, on: Transaction): Promise<void> {
    await sqlIn(on).query('UPDATE api_token SET name = $2 WHERE client_id = $1', [id, name]);
  }

  async deleteOf(clientId: string, on: Transaction): Promise<void> {
    await sqlIn(on).query('DELETE FROM api_token WHERE client_id = $1', [clientId]);
  }
}
