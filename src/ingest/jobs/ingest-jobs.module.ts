import { Module } from '@nestjs/common';
import { QueueModule } from '../../queue/queue.module.js';
import { IngestFilesRepository } from './ingest-files.repository.js';
import { IngestJobs } from './ingest-jobs.js';
import { IngestJobsRepository } from './ingest-jobs.repository.js';

/** Files that are handed in, for whoever takes them and for whoever reads them. */
@Module({
  imports: [QueueModule],
  providers: [IngestJobs, IngestJobsRepository, IngestFilesRepository],
  exports: [IngestJobs],
})
export class IngestJobsModule {}
