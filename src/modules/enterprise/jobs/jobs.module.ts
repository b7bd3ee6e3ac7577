import { Module } from '@nestjs/common';
import { AnalysisModule } from '../../../analysis/analysis.module.js';
import { ScopeModule } from '../scope/scope.module.js';
import { IngestModule } from '../../../ingest/ingest.module.js';
import { QueueModule } from '../../../queue/queue.module.js';
import { ClientsModule } from '../clients/clients.module.js';
import { EventsModule } from '../events/events.module.js';
import { ClientJobsController } from './client-jobs.controller.js';
import { CollectedJobs } from './collected-jobs.js';
import { JobIngest } from './job-ingest.js';
import { JobOrdersService } from './job-orders.service.js';
import { JobResultsRepository } from './job-results.repository.js';
import { JobResultsService } from './job-results.service.js';
import { JobRunsRepository } from './job-runs.repository.js';
import { JobRunsService } from './job-runs.service.js';
import { JobSchedulerService } from './job-scheduler.service.js';
import { JobsOfClientsRepository } from './jobs-of-clients.repository.js';
import { JobsOfClientsService } from './jobs-of-clients.service.js';
import { JobsController } from './jobs.controller.js';
import { JobsRepository } from './jobs.repository.js';
import { JobsService } from './jobs.service.js';

@Module({
  imports: [ClientsModule, EventsModule, ScopeModule, QueueModule, IngestModule, AnalysisModule],
  controllers: [JobsController, ClientJobsController],
  providers: [
    JobsService,
    JobsRepository,
    JobOrdersService,
    JobRunsService,
    JobRunsRepository,
    JobResultsService,
    JobResultsRepository,
    JobIngest,
    CollectedJobs,
    JobSchedulerService,
    JobsOfClientsService,
    JobsOfClientsRepository,
  ],
  exports: [JobsService, JobRunsService, JobResultsService],
})
export class JobsModule {}
