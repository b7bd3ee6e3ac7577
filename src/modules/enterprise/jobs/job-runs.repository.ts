import { Injectable } from '@nestjs/common';
import { DataSource, type Repository } from 'typeorm';
import type { Note } from '../../../auth/audit/audit-entry.js';
import { Database, sqlIn, type SqlRunner } from '../../../database/database.js';
import { isUniqueViolation } from '../../../database/driver-errors.js';
import type { Transaction } from '../../../database/transaction.js';
import { JobEntity } from './job.entity.js';
import { runsAnother } from './job-errors.js';
import { move, type MovedJob, pass } from './job-moves.repository.js';
import type { JobEnd, JobRun, ReadyDraft, ReceivingJob } from './job-run.js';

/** The row of the client is locked, so that it is not deleted before the job is there to be canceled. */
const insertReady = `
  WITH owner AS (SELECT id, name, domain_controller FROM client WHERE id = $1 FOR KEY SHARE),
  made AS (
    INSERT INTO job (client_id, client_name, event_id, event_title, occurrence, execution_time, status, status_message, domain_controller,
      session_collection, local_group_collection, ad_structure_collection, cert_services_collection,
      ca_registry_collection, dc_registry_collection, all_trusted_domains, ous, domains, created_at, updated_at)
    SELECT id, name, $2::integer, nullif($15, ''), $3::timestamptz, coalesce($3::timestamptz, $4::timestamptz), 'ready', '',
      coalesce(nullif($16, ''), domain_controller),
      $5::boolean, $6::boolean, $7::boolean, $8::boolean, $9::boolean, $10::boolean, $11::boolean, $12::text[], $13::text[],
      $4::timestamptz, $4::timestamptz
    FROM owner ON CONFLICT (event_id, occurrence) DO NOTHING RETURNING id),
  noted AS (INSERT INTO job_log (job_id, at, line) SELECT id, $4::timestamptz, $14 FROM made)
  SELECT id FROM made`;

/** The life of jobs. Every change of a state locks its row, or has the states that it may leave in its condition. */
@Injectable()
export class JobRunsRepository {
  private readonly rows: Repository<JobEntity>;

  constructor(
    private readonly database: Database,
    dataSource: DataSource,
  ) {
    this.rows = dataSource.getRepository(JobEntity);
  }

  find(id: number): Promise<JobRun | null> {
    return this.rows.findOneBy({ id });
  }

  findRunning(clientId: string): Promise<JobRun | null> {
    return this.rows.findOneBy({ clientId, status: 'running' });
  }

  /** @returns its id; null where there is no such client, or the occurrence has its job */
  async insertReady(draft: ReadyDraft, now: Date, on: Transaction = this.database): Promise<number | null> {
    const { clientId, event, ous, domains } = draft;
    const options = [
      draft.sessionCollection,
      draft.localGroupCollection,
      draft.adStructureCollection,
      draft.certServicesCollection,
      draft.caRegistryCollection,
      draft.dcRegistryCollection,
      draft.allTrustedDomains,
    ];
    const line = event ? `ready: made by event ${event.id}` : 'ready: made on demand';
    const values = [
      clientId,
      event?.id,
      event?.occurrence,
      now,
      ...options,
      ous,
      domains,
      line,
      event?.title,
      draft.domainController,
    ];
    const [row] = await sqlIn(on).query<{ id: number }>(insertReady, values);
    return row?.id ?? null;
  }

  /** As {@link insertReady}, with what is noted of it. */
  insertOnDemand(draft: Omit<ReadyDraft, 'event'>, now: Date, note: Note): Promise<number | null> {
    return this.database.transaction(async (tx) => {
      const id = await this.insertReady({ ...draft, event: null }, now, tx);
      if (id !== null) await note(tx, { id });
      return id;
    });
  }

  /** Cancels the other jobs of the event that nobody has taken. */
  async cancelOlder(eventId: number, newest: number, message: string, at: Date, on: Transaction): Promise<void> {
    await move(sqlIn(on), { to: 'canceled', from: ['ready'], message, at }, 'event_id = $5 AND id <> $6', [
      eventId,
      newest,
    ]);
  }

  /** False where it is not the client's, or not ready. @throws ConflictError where the client runs another; the unique index decides */
  async start(clientId: string, id: number, at: Date): Promise<boolean> {
    const change = { to: 'running', message: '', at } as const;
    try {
      return (await move(this.database, change, 'id = $5 AND client_id = $6', [id, clientId])).length > 0;
    } catch (error) {
      throw isUniqueViolation(error) ? runsAnother() : error;
    }
  }

  /** Null where it is in no state that can be canceled; nothing is noted then. */
  cancel(id: number, message: string, at: Date, note: Note): Promise<MovedJob | null> {
    return this.database.transaction(async (tx) => {
      const [job] = await move(tx, { to: 'canceled', message, at }, 'id = $5', [id]);
      if (!job) return null;
      await note(tx);
      return job;
    });
  }

  async noteHeartbeat(id: number, at: Date): Promise<void> {
    await this.database.prepared(
      `UPDATE job SET last_heartbeat_at = greatest(last_heartbeat_at, $2) WHERE id = $1 AND status = 'running'`,
      [id, at],
    );
  }

  /**
   * The job that the client runs takes a batch now.
   * @param startIngest starts what its batches belong to, in the transaction given, and gives the id of that
   * @returns null where the client runs none
   */
  receive(
    clientId: string,
    at: Date,
    startIngest: (clientName: string, on: Transaction) => Promise<number>,
  ): Promise<ReceivingJob | null> {
    return this.database.transaction(async (tx) => {
      const job = await lockRunning(tx, clientId);
      if (!job) return null;
      const uploadId = job.upload_id ?? (await startIngest(job.client_name, tx));
      await tx.prepared(
        `UPDATE job SET upload_id = $2, last_ingest = greatest(last_ingest, $3),
           last_heartbeat_at = greatest(last_heartbeat_at, $3) WHERE id = $1`,
        [job.id, uploadId, at],
      );
      return { jobId: job.id, uploadId };
    });
  }

  /** Its client ends what it runs; where it sent nothing, nothing is waited for. Null where the client runs none. */
  end(clientId: string, { outcome, message }: JobEnd, at: Date): Promise<MovedJob | null> {
    return this.database.transaction(async (tx) => {
      const job = await lockRunning(tx, clientId);
      if (!job) return null;
      const collected = job.upload_id === null ? 'complete' : 'ingesting';
      await pass(tx, job.id, 'running', { to: outcome === 'failed' ? 'failed' : collected, message, at });
      return job;
    });
  }

  /** Ends those whose clients were last heard of before `since`. */
  timeOut(since: Date, message: string, at: Date): Promise<MovedJob[]> {
    const silent = 'coalesce(last_heartbeat_at, start_time) < $5';
    return move(this.database, { to: 'timed_out', message, at }, silent, [since]);
  }
}

interface LockedJob extends MovedJob {
  readonly client_name: string;
}

async function lockRunning(tx: SqlRunner, clientId: string): Promise<LockedJob | undefined> {
  const [job] = await tx.prepared<LockedJob>(
    `SELECT id, upload_id, client_name FROM job WHERE client_id = $1 AND status = 'running' FOR UPDATE`,
    [clientId],
  );
  return job;
}
