import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, sqlIn } from '../../database/database.js';
import { objectToken } from '../../database/sql/json-token.js';
import type { Transaction } from '../../database/transaction.js';
import type { JsonText } from '../../http/json-text.js';
import { jsonOf } from '../../http/list/json-of.js';
import { listPage } from '../../http/list/list-page.js';
import { DeletesExpired } from '../../queue/background-work.js';
import { TaskQueue } from '../../queue/task-queue.js';
import type { ReportDefinition } from './report.js';
import { reportDocumentList, type ReportDocumentListRequest, reportDocumentShape, stopped } from './reports.fields.js';

export interface DocumentDraft {
  /** Null: it belongs to no stored report. */
  readonly reportId: number | null;
  readonly accountId: string;
  readonly name: string;
  readonly definition: ReportDefinition;
}

/** A document that is to be made. */
export interface WaitingDocument extends DocumentDraft {
  readonly createdAt: Date;
  readonly accountName: string;
  readonly recipients: readonly string[];
  readonly hideNames: boolean;
  /** Why its account gets no documents any more. */
  readonly stopped: string | null;
}

export interface StoredDocument {
  readonly name: string;
  readonly status: 'waiting' | 'ready' | 'failed';
  readonly reason: string;
  readonly data: string | null;
}

const insertSql = `
  INSERT INTO report_document (id, report_id, account_id, name, definition, created_at, status, data)
  VALUES ($1, $2, $3, $4, $5::jsonb, now(), CASE WHEN $6::text IS NULL THEN 'waiting' ELSE 'ready' END, $6)`;

/** The oldest ones of a report or, without one, of an account, beyond the number that is kept. */
const trimSql = `
  DELETE FROM report_document WHERE id IN (
    SELECT id FROM report_document WHERE report_id IS NOT DISTINCT FROM $1 AND ($1::int IS NOT NULL OR account_id = $2)
    ORDER BY created_at DESC, id OFFSET $3)`;

const waitingSql = `
  SELECT d.report_id AS "reportId", d.account_id AS "accountId", d.name, d.definition, d.created_at AS "createdAt",
    a.name AS "accountName", coalesce(r.recipients, '{}') AS recipients, coalesce(r.hide_names, true) AS "hideNames", ${stopped} AS stopped
  FROM report_document d JOIN account a ON a.id = d.account_id LEFT JOIN report r ON r.id = d.report_id
  WHERE d.id = $1 AND d.status = 'waiting'`;

/** Documents of reports. One that waits has a task. */
@Injectable()
export class ReportDocumentsRepository {
  constructor(
    private readonly database: Database,
    private readonly queue: TaskQueue,
  ) {}

  /** Adds a document and its task. @param kept documents, the oldest ones beyond them are deleted @returns its id */
  async add(draft: DocumentDraft, kept: number, on?: Transaction): Promise<string> {
    if (!on) return this.database.transaction((tx) => this.add(draft, kept, tx));
    const id = await insert(draft, kept, null, on);
    await this.queue.add('make-report', { documentId: id }, { key: `make-report:${id}` }, on);
    return id;
  }

  /** Adds a document that is made already. @returns its id */
  addMade(draft: DocumentDraft, kept: number, data: string): Promise<string> {
    return this.database.transaction((tx) => insert(draft, kept, data, tx));
  }

  /** Adds the document of a schedule once, and moves its time. @returns whether another process was not faster */
  addScheduled(
    draft: DocumentDraft & { reportId: number },
    kept: number,
    due: Date,
    next: Date | null,
  ): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      if (!(await this.move(draft.reportId, due, next, tx))) return false;
      await this.add(draft, kept, tx);
      return true;
    });
  }

  /** Moves the time of a schedule. @returns false if another process did */
  async move(reportId: number, due: Date, next: Date | null, on: Transaction = this.database): Promise<boolean> {
    const sql = 'UPDATE report SET next_at = $3 WHERE id = $1 AND next_at = $2 RETURNING id';
    return (await sqlIn(on).query(sql, [reportId, due, next])).length > 0;
  }

  listPage(reportId: number, request: ReportDocumentListRequest): Promise<JsonText> {
    const from = '(SELECT * FROM report_document WHERE report_id = $1) d';
    const page = { from, item: reportDocumentShape.token, values: [reportId] };
    return listPage(this.database, reportDocumentList, request, page);
  }

  find(id: string): Promise<JsonText | null> {
    const sql = `SELECT ${objectToken({ data: reportDocumentShape.token })} FROM report_document d WHERE d.id = $1`;
    return jsonOf(this.database, sql, [id]);
  }

  /** @param owner null: of any account */
  async findStored(id: string, owner: string | null): Promise<StoredDocument | undefined> {
    const [row] = await this.database.query<StoredDocument>(
      `SELECT name, status, reason, data FROM report_document WHERE id = $1 AND ($2::uuid IS NULL OR account_id = $2::uuid)`,
      [id, owner],
    );
    return row;
  }

  async findWaiting(id: string): Promise<WaitingDocument | undefined> {
    const [row] = await this.database.query<WaitingDocument>(waitingSql, [id]);
    return row;
  }

  /** @param also runs in the same transaction, unless the document is no longer waited for */
  async save(id: string, data: string, also: (on: Transaction) => Promise<void>): Promise<void> {
    const sql = `UPDATE report_document SET status = 'ready', data = $2 WHERE id = $1 AND status = 'waiting' RETURNING id`;
    await this.database.transaction(async (tx) => {
      if ((await tx.query(sql, [id, data])).length > 0) await also(tx);
    });
  }

  async fail(id: string, reason: string): Promise<void> {
    const sql = `UPDATE report_document SET status = 'failed', reason = $2 WHERE id = $1 AND status = 'waiting'`;
    await this.database.query(sql, [id, reason]);
  }

  @DeletesExpired({ name: 'documents of reports', days: ({ retentionReports }) => retentionReports })
  deleteExpired(before: Date): Promise<number> {
    const some = 'SELECT id FROM report_document WHERE created_at < $1 LIMIT 100';
    return this.database.execute(`DELETE FROM report_document WHERE id IN (${some})`, [before]);
  }
}

async function insert(draft: DocumentDraft, kept: number, data: string | null, on: Transaction): Promise<string> {
  const { reportId, accountId, name, definition } = draft;
  const id = randomUUID();
  await sqlIn(on).query(insertSql, [id, reportId, accountId, name, JSON.stringify(definition), data]);
  await sqlIn(on).query(trimSql, [reportId, accountId, kept]);
  return id;
}
