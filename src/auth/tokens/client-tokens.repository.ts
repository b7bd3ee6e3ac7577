import { Injectable } from '@nestjs/common';

/** The transaction in which a client and its token are written, of whichever library. */
export interface TokenTransaction {
  query(text: string, values: (string | Buffer)[]): Promise<unknown>;
}

export interface ClientTokenRow {
  readonly id: string;
  readonly clientId: string;
  readonly keyEncrypted: Buffer;
}

@Injectable()
export class ClientTokensRepository {
  /** Puts it in the place of the one that the client may have. Who replaces holds a lock on the row of the client. */
  async replace({ id, clientId, keyEncrypted }: ClientTokenRow, on: TokenTransaction): Promise<void> {
    await on.query('DELETE FROM api_token WHERE client_id = $1', [clientId]);
    await on.query(`INSERT INTO api_token (id, client_id, name, key_encrypted) VALUES ($1, $2, 'client', $3)`, [
      id,
      clientId,
      keyEncrypted,
    ]);
  }
}
