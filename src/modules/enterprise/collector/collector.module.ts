import { Module } from '@nestjs/common';
import { IngestModule } from '../../../ingest/ingest.module.js';
import { ClientsModule } from '../clients/clients.module.js';
import { JobsModule } from '../jobs/jobs.module.js';
import { CollectedBatchesService } from './collected-batches.service.js';
import { CollectorClientsController } from './collector-clients.controller.js';
import { CollectorIngestController } from './collector-ingest.controller.js';
import { CollectorJobsController } from './collector-jobs.controller.js';
import { CollectorService } from './collector.service.js';

/** The calls of collection clients. Its paths lie among those of clients and jobs, so that it has to be listed before them. */
@Module({
  imports: [ClientsModule, JobsModule, IngestModule],
  controllers: [CollectorClientsController, CollectorJobsController, CollectorIngestController],
  providers: [CollectorService, CollectedBatchesService],
})
export class CollectorModule {}
