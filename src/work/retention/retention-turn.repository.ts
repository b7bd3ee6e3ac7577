import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';

/** The retention is checked every minute. If nobody checked for this long, all processes were stopped. */
const STOPPED = `interval '10 minutes'`;

const PERIOD = `interval '1 hour'`;

const check = `
  INSERT INTO retention_turn AS turn (looked_at, due_at) VALUES ($1::timestamptz, $1::timestamptz + ${STOPPED})
  ON CONFLICT (one) DO UPDATE SET looked_at = greatest(turn.looked_at, $1),
    due_at = CASE WHEN turn.looked_at < $1::timestamptz - ${STOPPED} THEN greatest(turn.due_at, $1::timestamptz + ${STOPPED}) ELSE turn.due_at END
  RETURNING due_at <= $1 AS due`;

/** When the retention runs next: once an hour over all processes, however often each of them starts. */
@Injectable()
export class RetentionTurnRepository {
  constructor(private readonly database: Database) {}

  /**
   * Must be called once a minute.
   * @returns whether the retention is due. It is not in the first ten minutes after all processes were stopped: collectors
   * that could not send meanwhile get a chance to refresh their data.
   */
  async recordCheck(now: Date): Promise<boolean> {
    const [row] = await this.database.query<{ due: boolean }>(check, [now]);
    return row?.due === true;
  }

  /** Schedules the next run. @param startedAt of the run that is complete */
  async done(startedAt: Date): Promise<void> {
    await this.database.query(`UPDATE retention_turn SET due_at = $1::timestamptz + ${PERIOD}`, [startedAt]);
  }
}
