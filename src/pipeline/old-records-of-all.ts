import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AuditService } from '../audit/audit.service.js';
import { Settings } from '../config/settings.js';
import { OldJobsRepository } from '../ingest/jobs/old-jobs.repository.js';
import { OldRecordsList } from '../queue/old-records.js';
import { OldRunsRepository } from './old-runs.repository.js';

/** What grows old in every deployment. */
@Injectable()
export class OldRecordsOfAll implements OnModuleInit {
  constructor(
    private readonly records: OldRecordsList,
    private readonly jobs: OldJobsRepository,
    private readonly runs: OldRunsRepository,
    private readonly audit: AuditService,
    private readonly settings: Settings,
  ) {}

  onModuleInit(): void {
    const { retentionJobs, retentionAudit } = this.settings;
    const uploads = (before: Date) => this.jobs.deleteSomeFinishedBefore(before);
    this.records.add({ what: 'upload jobs', days: retentionJobs, deleteSome: uploads });
    // After the uploads that name them.
    const runs = (before: Date) => this.runs.deleteSomeFinishedBefore(before);
    this.records.add({ what: 'runs of the analysis', days: retentionJobs, deleteSome: runs });
    const entries = (before: Date) => this.audit.forgetSomeBefore(before);
    this.records.add({ what: 'audit entries', days: retentionAudit, deleteSome: entries });
  }
}
