import { createHash, createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { DeletesExpired } from '../../queue/background-work.js';

/** A request with an `Idempotency-Key`. */
export interface KeyedRequest {
  /** Id of the account. */
  readonly caller: string;
  readonly key: string;
  /** All that the same request has in common: method, path and body. */
  readonly content: readonly (string | Buffer)[];
}

/** The first request with a key. */
export interface FormerRequest {
  readonly isSame: boolean;
  /** The ids of its rows; null while it is in progress. */
  readonly created: readonly string[] | null;
}

/** A request that is in progress for so long has lost its process. */
const claim = `
  INSERT INTO keyed_request AS stored (caller, key, digest, started_at) VALUES ($1, $2, $3, now())
  ON CONFLICT (caller, key) DO UPDATE SET digest = excluded.digest, started_at = excluded.started_at, created = NULL
  WHERE stored.started_at < now() - CASE WHEN stored.created IS NULL THEN interval '10 minutes' ELSE interval '24 hours' END
  RETURNING key`;

/** Remembers what requests with a key created, for 24 hours. */
@Injectable()
export class KeyedRequestsRepository {
  constructor(private readonly database: Database) {}

  /** @returns the first request with the key; null if this is the first */
  async claim(request: KeyedRequest): Promise<FormerRequest | null> {
    const digest = digestOf(request);
    if ((await this.database.query(claim, [...keyOf(request), digest])).length > 0) return null;
    const [row] = await this.database.query<{ digest: string; created: string[] | null }>(
      'SELECT digest, created FROM keyed_request WHERE caller = $1 AND key = $2',
      keyOf(request),
    );
    // The first failed or expired meanwhile.
    return row ? { isSame: row.digest === digest, created: row.created } : this.claim(request);
  }

  async finish(request: KeyedRequest, created: readonly string[]): Promise<void> {
    const sql = 'UPDATE keyed_request SET created = $3 WHERE caller = $1 AND key = $2';
    await this.database.execute(sql, [...keyOf(request), created]);
  }

  /** After a failure the key may be used again. */
  async release(request: KeyedRequest): Promise<void> {
    await this.database.execute('DELETE FROM keyed_request WHERE caller = $1 AND key = $2', keyOf(request));
  }

  @DeletesExpired({ name: 'requests with a key', days: () => 1 })
  deleteExpired(before: Date): Promise<number> {
    const some = '(SELECT caller, key FROM keyed_request WHERE started_at < $1 LIMIT 10000)';
    return this.database.execute(`DELETE FROM keyed_request WHERE (caller, key) IN ${some}`, [before]);
  }
}

function keyOf({ caller, key }: KeyedRequest): string[] {
  return [caller, createHash('sha256').update(key).digest('base64url')];
}

function digestOf({ key, content }: KeyedRequest): string {
  const digest = createHmac('sha256', key);
  for (const part of content) digest.update(part).update('\n');
  return digest.digest('base64url');
}
