import { Injectable } from '@nestjs/common';
import { sqlIn } from '../../database/database.js';
import type { Transaction } from '../../database/transaction.js';

export interface ClientTokenRow {
  readonly id: string;
  readonly clientId: string;
  readonly keyEncrypted: Buffer;
}

@Injectable()
export class ClientTokensRepository {
  /** Puts it in the place of the one that the client may have. Who replaces holds a lock on the row of the client. */
  async replace({ id, clientId, keyEncrypted }: ClientTokenRow, on: Transaction): Promise<void> {
    const sql = sqlIn(on);
    await sql.query('DELETE FROM api_token WHERE client_id = $1', [clientId]);
    await sql.query(`INSERT INTO api_token (id, client_id, name, key_encrypted) VALUES ($1, $2, 'client', $3)`, [
      id,
      clientId,
      keyEncrypted,
    ]);
  }
}
