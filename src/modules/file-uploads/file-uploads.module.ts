import { Module } from '@nestjs/common';
import { AnalysisModule } from '../../analysis/analysis.module.js';
import { IngestJobsModule } from '../../ingest/jobs/ingest-jobs.module.js';
import { SpoolModule } from '../../ingest/spool/spool.module.js';
import { FileUploadsController } from './file-uploads.controller.js';
import { FileUploadsRepository } from './file-uploads.repository.js';
import { FileUploadsService } from './file-uploads.service.js';

@Module({
  imports: [IngestJobsModule, SpoolModule, AnalysisModule],
  controllers: [FileUploadsController],
  providers: [FileUploadsService, FileUploadsRepository],
  exports: [FileUploadsService],
})
export class FileUploadsModule {}
