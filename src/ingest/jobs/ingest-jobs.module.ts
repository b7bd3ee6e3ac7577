import { Module } from '@nestjs/common';
import { QueueModule } from '../../queue/queue.module.js';
import { CollectedDataRepository } from './collected-data.repository.js';
import { IngestFilesRepository } from './ingest-files.repository.js';
import { IngestJobListeners } from './ingest-job-listeners.js';
import { IngestJobs } from './ingest-jobs.js';
import { IngestJobsRepository } from './ingest-jobs.repository.js';

/** Files that are handed in, for whoever takes them and for whoever reads them. */
@Module({
  imports: [QueueModule],
  providers: [IngestJobs, IngestJobsRepository, IngestFilesRepository, IngestJobListeners, CollectedDataRepository],
  exports: [IngestJobs, IngestJobListeners, CollectedDataRepository],
})
export class IngestJobsModule {}
