import { Injectable } from '@nestjs/common';
import { auditNoted, type NotedEntry } from '../../auth/audit/audit.service.js';
import type { Transaction } from '../../database/transaction.js';
import { uploadChanged, Uploads } from '../../ingest/uploads/uploads.repository.js';
import type { Upload } from '../../ingest/uploads/upload.js';
import { HandlesTask, On } from '../../queue/background-work.js';
import { TaskQueue } from '../../queue/task-queue.js';
import { PlansService } from '../plans/plans.service.js';
import { failedUpload, inBothForms, planAlert } from './alert-texts.js';
import { AuditOccasionsService, occasionOfEntry } from './audit-occasions.service.js';
import { RuleAlertsService } from './rule-alerts.service.js';
import { RunOccasionsService } from './run-occasions.service.js';

/** Evaluates the rules. What ends writes a task in its own transaction. */
@Injectable()
export class AlertEvaluationTask {
  constructor(
    private readonly rules: RuleAlertsService,
    private readonly runs: RunOccasionsService,
    private readonly uploads: Uploads,
    private readonly plans: PlansService,
    private readonly queue: TaskQueue,
    private readonly entries: AuditOccasionsService,
  ) {}

  @On(uploadChanged)
  async noteUpload({ id, status }: Upload, on: Transaction): Promise<void> {
    if (status !== 'failed' && status !== 'timed_out') return;
    await this.queue.add(
      'evaluate-alerts',
      { cause: 'upload', id: String(id) },
      { key: `evaluate-alerts:upload:${id}` },
      on,
    );
  }

  /** In the transaction of what the entry says. */
  @On(auditNoted)
  async noteEntry(entry: NotedEntry, on: Transaction): Promise<void> {
    if (!occasionOfEntry(entry)) return;
    const { id } = entry;
    await this.queue.add('evaluate-alerts', { cause: 'audit', id }, { key: `evaluate-alerts:audit:${id}` }, on);
  }

  /** @throws if the graph in memory is older than the run: the task is then repeated */
  @HandlesTask('evaluate-alerts')
  async evaluate({ cause, id }: { readonly cause: string; readonly id: string }): Promise<void> {
    if (cause === 'run') await this.evaluateRun(id);
    else if (cause === 'upload') await this.evaluateUpload(Number(id));
    else if (cause === 'audit') await this.evaluateEntry(id);
    else if (cause === 'plan') await this.evaluatePlan(id);
  }

  private async evaluateRun(id: string): Promise<void> {
    const rules = await this.rules.listActive('run');
    const run = rules.length > 0 ? await this.runs.endedRun(id) : undefined;
    if (!run) return;
    for (const rule of rules.filter((it) => this.runs.isFor(it, run)))
      await this.rules.make(rule, `run:${id}`, run.finishedAt, await this.runs.finder(rule, run));
  }

  private async evaluateUpload(id: number): Promise<void> {
    const upload = await this.uploads.find(id);
    if (!upload?.finishedAt) return;
    await this.rules.makeEach('upload', `upload:${id}`, upload.finishedAt, (hasNames) =>
      failedUpload(upload, hasNames),
    );
  }

  private async evaluateEntry(id: string): Promise<void> {
    const rules = await this.rules.listActive('audit');
    const entry = rules.length > 0 ? await this.entries.entry(id) : undefined;
    if (!entry) return;
    for (const rule of rules)
      await this.rules.make(rule, `audit:${id}`, entry.at, () => this.entries.find(rule, entry));
  }

  /** @param id of the plan and of the run */
  private async evaluatePlan(id: string): Promise<void> {
    const [plan = '', runId = ''] = id.split(':');
    const rules = await this.rules.listActive('plan');
    const run = rules.length > 0 ? await this.runs.endedRun(runId) : undefined;
    const found = run && (await this.plans.stepsFoundAt(Number(plan), run.finishedAt));
    if (!found) return;
    for (const rule of rules.filter(({ condition }) => (condition.plan ?? found.id) === found.id)) {
      const wanted = rule.occasion === 'plan.step_done' ? 'done' : 'returned';
      const steps = found.steps.filter((step) => step.found === wanted);
      if (steps.length === 0) continue;
      await this.rules.make(rule, `plan:${id}`, run.finishedAt, async () =>
        inBothForms(rule, (shown) => [planAlert(shown, found.name, steps)]),
      );
    }
  }
}
