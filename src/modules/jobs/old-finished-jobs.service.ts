import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Settings } from '../../config/settings.js';
import { OldRecordsList } from '../../queue/old-records.js';
import { OldFinishedJobsRepository } from './old-finished-jobs.repository.js';

/** Has finished jobs forgotten after RETENTION_FINISHED_JOBS. */
@Injectable()
export class OldFinishedJobsService implements OnModuleInit {
  constructor(
    private readonly records: OldRecordsList,
    private readonly jobs: OldFinishedJobsRepository,
    private readonly settings: Settings,
  ) {}

  onModuleInit(): void {
    this.records.add({
      what: 'finished jobs',
      days: this.settings.retentionFinishedJobs,
      deleteSome: (before) => this.jobs.deleteSome(before),
    });
  }
}
