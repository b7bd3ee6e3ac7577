import { Injectable } from '@nestjs/common';
import { AuditService } from '../../auth/audit/audit.service.js';
import type { Principal } from '../../auth/principal.js';
import { ConflictError, NotFoundError } from '../../base/errors.js';
import type { JsonText } from '../../http/json-text.js';
import { AlertChannelsService } from '../alert-channels/alert-channels.service.js';
import { ReportDocumentsRepository } from './report-documents.repository.js';
import type { ReportData } from './report-data.js';
import type { ReportFormat } from './report-format.js';
import { reportForms } from './report-forms.js';
import { ReportCollectorService } from './report-collector.service.js';
import { reportDocument } from './report-sections.js';
import { defaultDefinition, type ReportDefinition } from './report.js';
import { ReportTimes } from './report-times.js';
import type { CreateReportRequest, RunReportRequest, UpdateReportRequest } from './reports.dto.js';
import type { ReportDocumentListRequest, ReportListRequest } from './reports.fields.js';
import { ReportsRepository } from './reports.repository.js';

/** A document in one form. */
export interface WrittenReport {
  readonly mediaType: string;
  readonly fileName: string;
  readonly text: string;
}

/** Reports. They and their documents are for their owner and for administrators. */
@Injectable()
export class ReportsService {
  constructor(
    private readonly reports: ReportsRepository,
    private readonly documents: ReportDocumentsRepository,
    private readonly channels: AlertChannelsService,
    private readonly collector: ReportCollectorService,
    private readonly audit: AuditService,
    private readonly times: ReportTimes,
  ) {}

  list(caller: Principal, request: ReportListRequest): Promise<JsonText> {
    return this.reports.listPage(seenBy(caller), request);
  }

  /** @throws NotFoundError */
  async get(caller: Principal, id: number): Promise<JsonText> {
    const report = await this.reports.find(id, seenBy(caller));
    if (!report) throw noSuchReport(id);
    return report;
  }

  /** @throws InvalidInputError if a recipient is no channel of mail, or the rule is none; ConflictError if the name is taken */
  async create(caller: Principal, body: CreateReportRequest): Promise<JsonText> {
    const { name, rrule = null, recipients = [], hide_names: hideNames = true } = body;
    await this.channels.requireChannels(recipients, 'body.recipients', 'email');
    const nextAt = await this.times.firstTime(rrule);
    const draft = { accountId: caller.id, name, definition: definitionOf(body), rrule, recipients, hideNames, nextAt };
    const entry = { action: 'report.create', resource: 'reports', details: { name } } as const;
    const id = await this.audit.audited(entry, (note) => this.reports.insert(draft, note));
    return this.get(caller, id);
  }

  /** @throws as {@link create}; NotFoundError */
  async update(caller: Principal, id: number, body: UpdateReportRequest): Promise<JsonText> {
    const former = await this.reports.findRow(id, seenBy(caller));
    if (!former) throw noSuchReport(id);
    const { name, rrule, recipients, hide_names: hideNames } = body;
    if (recipients) await this.channels.requireChannels(recipients, 'body.recipients', 'email');
    const changes = {
      definition: definitionOf(body, former.definition),
      ...(name !== undefined && { name }),
      ...(recipients && { recipients }),
      ...(hideNames !== undefined && { hideNames }),
      ...(rrule !== undefined && { rrule, nextAt: await this.times.firstTime(rrule) }),
    };
    const details = { changed: Object.keys(body).filter((it) => Reflect.get(body, it) !== undefined) };
    const entry = { action: 'report.update', resource: `reports/${id}`, details } as const;
    await this.audit.audited(entry, async (note) => {
      if (!(await this.reports.update(id, changes, note))) throw noSuchReport(id);
    });
    return this.get(caller, id);
  }

  /** With its documents. @throws NotFoundError */
  async delete(caller: Principal, id: number): Promise<void> {
    await this.get(caller, id);
    await this.audit.audited({ action: 'report.delete', resource: `reports/${id}` }, async (note) => {
      if (!(await this.reports.delete(id, note))) throw noSuchReport(id);
    });
  }

  /** Makes a document of a stored report, for the caller. @throws NotFoundError */
  async run(caller: Principal, id: number): Promise<JsonText> {
    const report = await this.reports.findRow(id, seenBy(caller));
    if (!report) throw noSuchReport(id);
    const { name, definition } = report;
    const draft = { reportId: id, accountId: caller.id, name, definition };
    return this.shown(await this.documents.add(draft, this.times.kept));
  }

  /** Makes a document without a stored report, within the request. @throws InvalidInputError if there is no such tag */
  async runOnce({ id: accountId }: Principal, body: RunReportRequest): Promise<JsonText> {
    const [{ name }, definition] = [body, definitionOf(body)];
    const data = await this.collector.collect(name, definition, this.times.now());
    const draft = { reportId: null, accountId, name, definition };
    return this.shown(await this.documents.addMade(draft, this.times.kept, JSON.stringify(data)));
  }

  /** @throws NotFoundError */
  async listDocuments(caller: Principal, id: number, request: ReportDocumentListRequest): Promise<JsonText> {
    await this.get(caller, id);
    return this.documents.listPage(id, request);
  }

  /** @throws NotFoundError; ConflictError if it is not ready */
  async write(caller: Principal, id: string, format: ReportFormat): Promise<WrittenReport> {
    const stored = await this.documents.findStored(id, seenBy(caller));
    if (!stored) throw new NotFoundError('path.document_id', `there is no document ${id}`);
    if (stored.data === null) {
      const reason =
        stored.status === 'failed' ? `the document has failed: ${stored.reason}` : 'the document is being made';
      throw ConflictError.at('report.not_ready', 'path.document_id', reason);
    }
    const data: ReportData = JSON.parse(stored.data);
    const { mediaType, extension, write } = reportForms[format];
    return { mediaType, fileName: `report.${extension}`, text: write(reportDocument(data, false)) };
  }

  private async shown(id: string): Promise<JsonText> {
    const document = await this.documents.find(id);
    if (!document) throw new NotFoundError('path.document_id', `there is no document ${id}`);
    return document;
  }
}

/** Whose reports a caller sees: null: all. */
function seenBy({ id, role }: Principal): string | null {
  return role === 'administrator' ? null : id;
}

function definitionOf(
  { tags, environments, since, sections }: Partial<RunReportRequest>,
  former: ReportDefinition = defaultDefinition,
): ReportDefinition {
  return {
    tags: tags ?? former.tags,
    environments: environments ?? former.environments,
    since: since ?? former.since,
    sections: sections ?? former.sections,
  };
}

function noSuchReport(id: number): NotFoundError {
  return new NotFoundError('path.report_id', `there is no report ${id}`);
}
