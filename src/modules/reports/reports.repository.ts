import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type { AuditNote } from '../../auth/audit/audit-entry.js';
import { changeOneRow } from '../../auth/audit/change-one-row.repository.js';
import { ConflictError } from '../../base/errors.js';
import { Database } from '../../database/database.js';
import { unlessTaken } from '../../database/driver-errors.js';
import { objectToken } from '../../database/sql/json-token.js';
import type { JsonText } from '../../http/json-text.js';
import { jsonOf } from '../../http/list/json-of.js';
import { listPage } from '../../http/list/list-page.js';
import { ReportEntity } from './report.entity.js';
import { reportList, type ReportListRequest, reportShape, stopped } from './reports.fields.js';

/** SQL: reports that a caller sees: the own ones, or all. */
const from = (sees: string) =>
  `(SELECT * FROM report WHERE ${sees} = '' OR account_id::text = ${sees}) r LEFT JOIN account a ON a.id = r.account_id`;

export type ReportDraft = Pick<
  ReportEntity,
  'name' | 'accountId' | 'definition' | 'rrule' | 'recipients' | 'hideNames' | 'nextAt'
>;

/** A report whose time has come. */
export interface DueReport extends Pick<ReportEntity, 'id' | 'name' | 'definition'> {
  readonly rrule: string;
  readonly nextAt: Date;
  /** Null if the schedule has stopped. */
  readonly accountId: string | null;
}

@Injectable()
export class ReportsRepository {
  constructor(
    @InjectRepository(ReportEntity) private readonly reports: Repository<ReportEntity>,
    private readonly database: Database,
  ) {}

  /** @param owner null: of all accounts */
  listPage(owner: string | null, request: ReportListRequest): Promise<JsonText> {
    const page = { from: from('$1'), item: reportShape.token, values: [owner ?? ''] };
    return listPage(this.database, reportList, request, page);
  }

  find(id: number, owner: string | null): Promise<JsonText | null> {
    const sql = `SELECT ${objectToken({ data: reportShape.token })} FROM ${from('$2')} WHERE r.id = $1`;
    return jsonOf(this.database, sql, [id, owner ?? '']);
  }

  /** @param owner null: of all accounts */
  findRow(id: number, owner: string | null): Promise<ReportEntity | null> {
    return this.reports.findOneBy({ id, ...(owner !== null && { accountId: owner }) });
  }

  /** @throws ConflictError if the name is taken */
  insert(draft: ReportDraft, note: AuditNote): Promise<number> {
    const inserted = this.reports.manager.transaction(async (manager) => {
      const { id } = await manager.save(ReportEntity, { ...draft, recipients: [...draft.recipients] });
      await note(manager, { id });
      return id;
    });
    return unlessTaken(inserted, () => nameTaken(draft.name));
  }

  /** @throws ConflictError if the name is taken */
  update(id: number, { recipients, ...changes }: Partial<ReportDraft>, note: AuditNote): Promise<boolean> {
    const updated = changeOneRow(this.reports.manager, note, (manager) =>
      manager.update(ReportEntity, { id }, { ...changes, ...(recipients && { recipients: [...recipients] }) }),
    );
    return unlessTaken(updated, () => nameTaken(changes.name ?? ''));
  }

  delete(id: number, note: AuditNote): Promise<boolean> {
    return changeOneRow(this.reports.manager, note, (manager) => manager.delete(ReportEntity, { id }));
  }

  listDue(now: Date): Promise<DueReport[]> {
    return this.database.query<DueReport>(
      `SELECT r.id, r.name, r.definition, r.rrule, r.next_at AS "nextAt",
         CASE WHEN (${stopped}) IS NULL THEN r.account_id END AS "accountId"
       FROM report r LEFT JOIN account a ON a.id = r.account_id WHERE r.next_at <= $1 AND r.rrule IS NOT NULL ORDER BY r.id LIMIT 100`,
      [now],
    );
  }

  /** When the next report is due; null if none is. */
  async nextDue(): Promise<Date | null> {
    const [row] = await this.database.query<{ at: Date | null }>('SELECT min(next_at) AS at FROM report');
    return row?.at ?? null;
  }
}

function nameTaken(name: string): ConflictError {
  return ConflictError.at('resource.name_taken', 'body.name', `the name ${name} is taken`);
}
