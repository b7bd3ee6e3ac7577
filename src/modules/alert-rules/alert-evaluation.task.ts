import { Injectable } from '@nestjs/common';
import type { EndedRun } from '../../analysis/runs/ended-run.js';
import { Capabilities } from '../../base/catalogue/capabilities.js';
import type { Transaction } from '../../database/transaction.js';
import { uploadChanged, Uploads } from '../../ingest/uploads/uploads.repository.js';
import type { Upload } from '../../ingest/uploads/upload.js';
import { HandlesTask, On } from '../../queue/background-work.js';
import { TaskQueue } from '../../queue/task-queue.js';
import { AlertOutboxService } from '../alert-channels/alert-outbox.service.js';
import { PlansService } from '../plans/plans.service.js';
import type { AlertRule } from './alert-rule.js';
import { AlertRulesRepository } from './alert-rules.repository.js';
import { failedUploadAlert, type Happening, planAlert } from './alert-texts.js';
import { describedOccasion } from './occasions.js';
import { RunOccasionsService } from './run-occasions.service.js';

/** Makes the alerts of rules. What ends writes a task in its own transaction, and the alerts of a rule are written in one. */
@Injectable()
export class AlertEvaluationTask {
  constructor(
    private readonly rules: AlertRulesRepository,
    private readonly runs: RunOccasionsService,
    private readonly outbox: AlertOutboxService,
    private readonly uploads: Uploads,
    private readonly plans: PlansService,
    private readonly queue: TaskQueue,
    private readonly capabilities: Capabilities,
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

  /** @throws if the graph in memory is older than the run: the task is then repeated */
  @HandlesTask('evaluate-alerts')
  async evaluate({ cause, id }: { readonly cause: string; readonly id: string }): Promise<void> {
    if (cause === 'run') await this.evaluateRun(id);
    else if (cause === 'upload') await this.evaluateUpload(Number(id));
    else if (cause === 'plan') await this.evaluatePlan(id);
  }

  private async evaluateRun(id: string): Promise<void> {
    const rules = await this.rules.listActive('run');
    const run = rules.length > 0 ? await this.runs.endedRun(id) : undefined;
    if (!run) return;
    for (const rule of rules.filter((it) => this.isFor(it, run))) {
      const ways = rule.occasion === 'way.new' ? await this.runs.newWays(rule, run) : [];
      await this.make(rule, `run:${id}`, run.finishedAt, async (on) => [
        ...ways,
        ...(await this.runs.find(rule, run, on)),
      ]);
    }
  }

  private async evaluateUpload(id: number): Promise<void> {
    const rules = await this.rules.listActive('upload');
    const upload = rules.length > 0 ? await this.uploads.find(id) : null;
    if (!upload?.finishedAt) return;
    const alertOf = (rule: AlertRule) => failedUploadAlert(rule, upload);
    for (const rule of rules) await this.make(rule, `upload:${id}`, upload.finishedAt, async () => [alertOf(rule)]);
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
      await this.make(rule, `plan:${id}`, run.finishedAt, async () => [planAlert(rule, found.name, steps)]);
    }
  }

  /** Evaluating the same again makes nothing, because the keys are those of the first time. */
  private make(
    rule: AlertRule,
    cause: string,
    occurredAt: Date,
    find: (on: Transaction) => Promise<readonly Happening[]>,
  ): Promise<void> {
    return this.rules.inTurn(rule.id, async (on) => {
      for (const { key, contents } of await find(on)) {
        const message = { occasion: rule.occasion, occurredAt, contents };
        await this.outbox.post(`rule:${rule.id}:${cause}:${key}`, message, rule.channels, on);
      }
    });
  }

  /** A failed run has no results, and a break brings and ends what nobody has changed. */
  private isFor({ occasion }: AlertRule, { status, isBreak }: EndedRun): boolean {
    const { capability } = describedOccasion(occasion);
    if (capability && !this.capabilities.has(capability)) return false;
    if (occasion === 'analysis.failed') return status === 'failed';
    const isBroken =
      isBreak && (occasion === 'way.new' || occasion === 'finding.new' || occasion === 'finding.returned');
    return status === 'complete' && !isBroken;
  }
}
