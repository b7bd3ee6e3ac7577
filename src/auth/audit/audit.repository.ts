import { Injectable } from '@nestjs/common';
import { Database, sqlIn } from '../../database/database.js';
import { storableJson, storableText } from '../../database/sql/storable.js';
import type { Transaction } from '../../database/transaction.js';
import { DeletesExpired } from '../../queue/background-work.js';
import type { AuditDetails, AuditOutcome } from './audit-entry.js';

interface AuditRow {
  readonly accountId: string | null;
  readonly accountName: string;
  readonly action: string;
  readonly resource: string;
  readonly outcome: AuditOutcome;
  readonly details: AuditDetails;
  readonly requestId: string | null;
}

/** An entry as it is stored. */
export interface StoredEntry {
  readonly id: string;
  readonly at: Date;
  readonly accountName: string;
  readonly action: string;
  readonly resource: string;
  readonly details: AuditDetails;
}

const select =
  'SELECT id::text, at, account_name AS "accountName", action, resource, details FROM audit_log WHERE id = $1';

const insert = `
  INSERT INTO audit_log (at, account_id, account_name, action, resource, outcome, details, request_id)
  VALUES (now(), $1, $2, $3, $4, $5, $6, $7) RETURNING id::text`;

/** Queries of one account with one text. */
export interface QueryRow extends Omit<AuditRow, 'action' | 'resource'> {
  /** How often it ran. */
  readonly count: number;
}

const isQuery = "action = 'cypher.query'";

/** The same text of one account within an hour is one entry, with the outcome of its last run. */
const addQueries = `
  WITH given AS (
    SELECT g.*, (SELECT max(a.id) FROM audit_log a WHERE ${isQuery} AND a.account_name = g."accountName"
      AND a.details ->> 'digest' = g.details ->> 'digest' AND a.at > now() - interval '1 hour') AS former
    FROM jsonb_to_recordset($1::jsonb) AS g("accountId" uuid, "accountName" text, outcome text, details jsonb, "requestId" uuid, count int)),
  repeated AS (
    UPDATE audit_log a SET outcome = g.outcome, request_id = g."requestId",
      details = g.details || jsonb_build_object('count', (a.details ->> 'count')::int + g.count)
    FROM given g WHERE a.id = g.former)
  INSERT INTO audit_log (at, account_id, account_name, action, resource, outcome, details, request_id)
  SELECT now(), "accountId", "accountName", 'cypher.query', 'graphs/cypher', outcome,
    details || jsonb_build_object('count', count), "requestId"
  FROM given WHERE former IS NULL`;

const deleteSome = (condition: string) => `
  DELETE FROM audit_log WHERE id IN (SELECT id FROM audit_log WHERE at < $1 AND ${condition} ORDER BY at LIMIT 10000)`;

/** Uses SQL, because the transaction of a change may be one of TypeORM or of the class Database. */
@Injectable()
export class AuditRepository {
  constructor(private readonly database: Database) {}

  /** @param on the transaction of the change; if absent, the entry has a transaction of its own @returns its id */
  async insert(row: AuditRow, on: Transaction = this.database): Promise<string> {
    const { accountId, accountName, action, resource, outcome, details, requestId } = row;
    // The name of a refused login is any text that a stranger sent.
    const name = storableText(accountName);
    const values = [accountId, name, action, storableText(resource), outcome, storableJson(details), requestId];
    const [inserted] = await sqlIn(on).query<{ id: string }>(insert, values);
    return inserted!.id;
  }

  /** @returns undefined if the entry has expired */
  async find(id: string): Promise<StoredEntry | undefined> {
    const [entry] = await this.database.query<StoredEntry>(select, [id]);
    return entry;
  }

  /** Deletes the oldest entries first. */
  @DeletesExpired({ name: 'audit entries', days: ({ retentionAudit }) => retentionAudit })
  deleteExpired(recordedBefore: Date): Promise<number> {
    return this.database.execute(deleteSome(`NOT ${isQuery}`), [recordedBefore]);
  }

  async addQueries(rows: readonly QueryRow[]): Promise<void> {
    await this.database.query(addQueries, [storableJson(rows)]);
  }

  @DeletesExpired({ name: 'audit entries of queries', days: ({ retentionQueries }) => retentionQueries })
  deleteExpiredQueries(recordedBefore: Date): Promise<number> {
    return this.database.execute(deleteSome(isQuery), [recordedBefore]);
  }
}
