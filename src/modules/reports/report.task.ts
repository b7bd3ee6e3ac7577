import { Injectable, Logger } from '@nestjs/common';
import { AppError, ForbiddenError } from '../../base/errors.js';
import { runAsAccount } from '../../base/scope/run-as-account.js';
import { HandlesTask, Periodic } from '../../queue/background-work.js';
import { AlertOutboxService } from '../alert-channels/alert-outbox.service.js';
import { ReportCollectorService } from './report-collector.service.js';
import { ReportDocumentsRepository, type WaitingDocument } from './report-documents.repository.js';
import type { ReportData } from './report-data.js';
import { reportForms } from './report-forms.js';
import { ReportTimes } from './report-times.js';
import { reportDocument } from './report-sections.js';
import { type DueReport, ReportsRepository } from './reports.repository.js';

/** Of one document. */
const limitMs = 300_000;

/** Makes documents: those that were asked for, and those of schedules. */
@Injectable()
export class ReportTask {
  private readonly logger = new Logger('Reports');

  constructor(
    private readonly documents: ReportDocumentsRepository,
    private readonly reports: ReportsRepository,
    private readonly collector: ReportCollectorService,
    private readonly outbox: AlertOutboxService,
    private readonly plan: ReportTimes,
  ) {}

  @HandlesTask('make-report')
  async make({ documentId: id }: { readonly documentId: string }): Promise<void> {
    const waiting = await this.documents.findWaiting(id);
    if (!waiting) return;
    const { accountId, accountName, name, definition, createdAt, stopped } = waiting;
    if (stopped !== null)
      return this.documents.fail(id, 'the account that asked for it may not write reports any more');
    try {
      const data = await runAsAccount({ id: accountId, name: accountName }, limitMs, () =>
        this.collector.collect(name, definition, createdAt),
      );
      // Collecting takes minutes, in which rights and recipients may change.
      const current = await this.documents.findWaiting(id);
      if (!current) return;
      if (current.stopped !== null) throw new ForbiddenError('the account that asked for it lost its right meanwhile');
      await this.documents.save(id, JSON.stringify(data), (on) => this.send(id, current, data, on));
    } catch (error) {
      // Another attempt would have the same result.
      if (!(error instanceof AppError)) throw error;
      this.logger.warn(`the document ${id} of a report has failed: ${error.message}`);
      await this.documents.fail(id, error.message);
    }
  }

  @Periodic({ name: 'report-schedules', everySeconds: 60 })
  async makeDue(): Promise<Date | null> {
    for (const report of await this.reports.listDue(this.plan.now())) await this.addDue(report);
    return this.reports.nextDue();
  }

  private async addDue({ id: reportId, name, definition, rrule, nextAt, accountId }: DueReport): Promise<void> {
    const next = await this.plan.nextTime(rrule);
    if (accountId === null) return void (await this.documents.move(reportId, nextAt, next));
    await this.documents.addScheduled({ reportId, accountId, name, definition }, this.plan.kept, nextAt, next);
  }

  private async send(
    id: string,
    { name, createdAt, recipients, hideNames }: WaitingDocument,
    data: ReportData,
    on: Parameters<AlertOutboxService['post']>[3],
  ): Promise<void> {
    if (recipients.length === 0) return;
    const { mediaType, write } = reportForms.html;
    const contents = { sentence: `The report ${name} is attached.`, rule: null, numbers: {}, rows: [], more: 0 };
    const attachment = { name: 'report.html', mediaType, text: write(reportDocument(data, hideNames)) };
    const message = { occasion: 'report', occurredAt: createdAt, contents, attachment };
    await this.outbox.post(`report:${id}`, message, recipients, on);
  }
}
