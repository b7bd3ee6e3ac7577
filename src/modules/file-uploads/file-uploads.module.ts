import { Module } from '@nestjs/common';
import { AnalysisModule } from '../../analysis/analysis.module.js';
import { UploadsModule } from '../../ingest/uploads/uploads.module.js';
import { SpoolModule } from '../../ingest/spool/spool.module.js';
import { FileUploadsController } from './file-uploads.controller.js';
import { FileUploadsRepository } from './file-uploads.repository.js';
import { FileUploadsService } from './file-uploads.service.js';

@Module({
  imports: [UploadsModule, SpoolModule, AnalysisModule],
  controllers: [FileUploadsController],
  providers: [FileUploadsService, FileUploadsRepository],
  exports: [FileUploadsService],
})
export class FileUploadsModule {}
