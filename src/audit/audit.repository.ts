import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { storableJson, storableText } from '../database/storable.js';
import type { AuditConnection, AuditDetails, AuditOutcome } from './audit-entry.js';

export interface AuditRow {
  readonly at: Date;
  readonly accountId: string | null;
  readonly accountName: string;
  readonly action: string;
  readonly resource: string;
  readonly outcome: AuditOutcome;
  readonly details: AuditDetails;
  readonly requestId: string | null;
}

const insert = `
  INSERT INTO audit_log (at, account_id, account_name, action, resource, outcome, details, request_id)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`;

const deleteSome = `
  WITH gone AS (
    DELETE FROM audit_log WHERE id IN (SELECT id FROM audit_log WHERE at < $1 ORDER BY at LIMIT 10000) RETURNING 1)
  SELECT count(*)::int AS count FROM gone`;

@Injectable()
export class AuditRepository {
  constructor(private readonly database: Database) {}

  /** @param on the transaction of what is recorded; absent for one of its own */
  async insert(row: AuditRow, on?: AuditConnection): Promise<void> {
    const { at, accountId, accountName, action, resource, outcome, details, requestId } = row;
    // Names that were tried may come from anybody.
    const name = storableText(accountName);
    const values = [at, accountId, name, action, storableText(resource), outcome, storableJson(details), requestId];
    await (on ? on.query(insert, values) : this.database.query(insert, values));
  }

  /** The oldest first, ten thousand at a time. @returns how many there were; 0 where there are no more */
  async deleteSomeBefore(at: Date): Promise<number> {
    const [gone] = await this.database.query<{ count: number }>(deleteSome, [at]);
    return gone?.count ?? 0;
  }
}
