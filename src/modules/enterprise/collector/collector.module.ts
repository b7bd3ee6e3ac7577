import { Module } from '@nestjs/common';
import { IngestModule } from '../../../ingest/ingest.module.js';
import { ClientsModule } from '../clients/clients.module.js';
import { JobsModule } from '../jobs/jobs.module.js';
import { CollectedBatchesService } from './collected-batches.service.js';
import {
  CollectorClientsController,
  CollectorIngestController,
  CollectorJobsController,
} from './collector.controller.js';
import { CollectorService } from './collector.service.js';

/** Endpoints for collection clients. They must precede `/clients/:client_id` and `/jobs/:job_id`, so the module is listed first. */
@Module({
  imports: [ClientsModule, JobsModule, IngestModule],
  controllers: [CollectorClientsController, CollectorJobsController, CollectorIngestController],
  providers: [CollectorService, CollectedBatchesService],
})
export class CollectorModule {}
