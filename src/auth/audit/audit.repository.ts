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

const insert = `
  INSERT INTO audit_log (at, account_id, account_name, action, resource, outcome, details, request_id)
  VALUES (now(), $1, $2, $3, $4, $5, $6, $7)`;

const deleteSome = `
  DELETE FROM audit_log WHERE id IN (SELECT id FROM audit_log WHERE at < $1 ORDER BY at LIMIT 10000)`;

/** Uses SQL, because the transaction of a change may be one of TypeORM or of the class Database. */
@Injectable()
export class AuditRepository {
  constructor(private readonly database: Database) {}

  /** @param on the transaction of the change; if absent, the entry has a transaction of its own */
  async insert(row: AuditRow, on: Transaction = this.database): Promise<void> {
    const { accountId, accountName, action, resource, outcome, details, requestId } = row;
    // The name of a refused login is any text that a stranger sent.
    const name = storableText(accountName);
    const values = [accountId, name, action, storableText(resource), outcome, storableJson(details), requestId];
    await sqlIn(on).query(insert, values);
  }

  /** Deletes the oldest entries first. */
  @DeletesExpired({ name: 'audit entries', days: ({ retentionAudit }) => retentionAudit })
  deleteExpired(recordedBefore: Date): Promise<number> {
    return this.database.execute(deleteSome, [recordedBefore]);
  }
}
