import { Injectable } from '@nestjs/common';
import { HandlesTask } from '../../../queue/background-work.js';
import { RuleAlertsService } from '../../alert-rules/rule-alerts.service.js';
import { JobRunsRepository } from './job-runs.repository.js';

/** Makes the alerts of jobs that failed or timed out. */
@Injectable()
export class JobAlertsService {
  constructor(
    private readonly runs: JobRunsRepository,
    private readonly alerts: RuleAlertsService,
  ) {}

  @HandlesTask('tell-failed-job')
  async tell({ jobId }: { readonly jobId: string }): Promise<void> {
    const job = await this.runs.find(Number(jobId));
    if (!job) return;
    const { id, clientName, status, statusMessage, updatedAt } = job;
    const ended = status === 'timed_out' ? 'timed out' : 'failed';
    const reason = statusMessage === '' ? '' : `: ${statusMessage}`;
    await this.alerts.makeEach('job', `job:${id}`, updatedAt, (hasNames) => ({
      sentence: `The job ${id}${hasNames ? ` of ${clientName}` : ''} ${ended}${reason}.`,
      numbers: { job: id },
    }));
  }
}
