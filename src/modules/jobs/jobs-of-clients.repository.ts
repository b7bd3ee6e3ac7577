import { Injectable } from '@nestjs/common';
import type { AuditConnection } from '../../audit/audit-entry.js';

@Injectable()
export class JobsOfClientsRepository {
  /** In the transaction that deletes the client. A job that never began has begun when it ended, so that every finished job has both times. */
  async cancelOpen(clientId: string, now: Date, on: AuditConnection): Promise<void> {
    await on.query(
      `WITH canceled AS (
         UPDATE job SET status = 'canceled', status_message = 'its client was deleted', start_time = COALESCE(start_time, $2),
           end_time = $2, updated_at = $2
         WHERE client_id = $1 AND status IN ('ready', 'running') RETURNING id, status, status_message)
       INSERT INTO job_log (job_id, at, line) SELECT id, $2, status || ': ' || status_message FROM canceled`,
      [clientId, now],
    );
  }
}
