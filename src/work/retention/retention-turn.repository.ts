import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';

/** Processes look every minute. Where none did for this long, all were off, and fresh data may be on their way. */
const OFF = `interval '10 minutes'`;

const PERIOD = `interval '1 hour'`;

const look = `
  INSERT INTO retention_turn AS turn (looked_at, due_at) VALUES ($1::timestamptz, $1::timestamptz + ${OFF})
  ON CONFLICT (one) DO UPDATE SET looked_at = greatest(turn.looked_at, $1),
    due_at = CASE WHEN turn.looked_at < $1::timestamptz - ${OFF} THEN greatest(turn.due_at, $1::timestamptz + ${OFF}) ELSE turn.due_at END
  RETURNING due_at <= $1 AS due`;

/** When the old is to be removed: once an hour over all processes, however often each of them is started. */
@Injectable()
export class RetentionTurnRepository {
  constructor(private readonly database: Database) {}

  /** Whether it is time; never in the first ten minutes after all processes were off. To be asked about once a minute. */
  async isDue(now: Date): Promise<boolean> {
    const [row] = await this.database.query<{ due: boolean }>(look, [now]);
    return row?.due === true;
  }

  /** It has been done, begun at that time. */
  async done(at: Date): Promise<void> {
    await this.database.query(`UPDATE retention_turn SET due_at = $1::timestamptz + ${PERIOD}`, [at]);
  }
}
