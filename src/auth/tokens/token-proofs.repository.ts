import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { DeletesExpired } from '../../queue/background-work.js';

/** A proof is stored again after this time. It is therefore valid for at least an hour after the last verified signature. */
const storedEvery = `interval '10 minutes'`;
const validFor = `interval '70 minutes'`;

const deleteSome = `
  DELETE FROM token_proof WHERE (token_id, address) IN (
    SELECT token_id, address FROM token_proof WHERE proven_at < $1 LIMIT 10000)`;

/** Stores proofs with the time of the database, which all instances share. */
@Injectable()
export class TokenProofsRepository {
  constructor(private readonly database: Database) {}

  async isProven(tokenId: string, address: string): Promise<boolean> {
    const rows = await this.database.prepared(
      `SELECT FROM token_proof WHERE token_id = $1 AND address = $2 AND proven_at > now() - ${validFor}`,
      [tokenId, address],
    );
    return rows.length > 0;
  }

  /** Prepared SQL in one statement, because a request waits for it. It does nothing if the token was deleted meanwhile. */
  async store(tokenId: string, address: string): Promise<void> {
    await this.database.prepared(
      `INSERT INTO token_proof AS proof (token_id, address, proven_at) SELECT id, $2, now() FROM api_token WHERE id = $1
       ON CONFLICT (token_id, address) DO UPDATE SET proven_at = excluded.proven_at
       WHERE proof.proven_at <= now() - ${storedEvery}`,
      [tokenId, address],
    );
  }

  @DeletesExpired({ name: 'token proofs', days: () => 1 })
  deleteExpired(provenBefore: Date): Promise<number> {
    return this.database.execute(deleteSome, [provenBefore]);
  }
}
