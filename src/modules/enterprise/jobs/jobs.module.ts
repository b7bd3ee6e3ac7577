import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AnalysisModule } from '../../../analysis/analysis.module.js';
import { GraphModule } from '../../../graph/graph.module.js';
import { IngestModule } from '../../../ingest/ingest.module.js';
import { AlertRulesModule } from '../../alert-rules/alert-rules.module.js';
import { JobAlertsService } from './job-alerts.service.js';
import { JobResultsRepository } from './job-results.repository.js';
import { JobResultsService } from './job-results.service.js';
import { JobRunsRepository } from './job-runs.repository.js';
import { JobRunsService } from './job-runs.service.js';
import { JobEntity } from './job.entity.js';
import { JobsController } from './jobs.controller.js';
import { JobsRepository } from './jobs.repository.js';
import { JobsService } from './jobs.service.js';

/** Jobs, without knowledge of clients and events, which create them. */
@Module({
  imports: [TypeOrmModule.forFeature([JobEntity]), GraphModule, IngestModule, AnalysisModule, AlertRulesModule],
  controllers: [JobsController],
  providers: [
    JobsService,
    JobsRepository,
    JobAlertsService,
    JobRunsService,
    JobRunsRepository,
    JobResultsService,
    JobResultsRepository,
  ],
  exports: [JobsService, JobRunsService],
})
export class JobsModule {}
