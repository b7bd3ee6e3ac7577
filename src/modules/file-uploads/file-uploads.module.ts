import { Module } from '@nestjs/common';
import { AnalysisModule } from '../../analysis/analysis.module.js';
import { GraphModule } from '../../graph/graph.module.js';
import { IngestModule } from '../../ingest/ingest.module.js';
import { FileUploadsController } from './file-uploads.controller.js';
import { FileUploadsRepository } from './file-uploads.repository.js';
import { FileUploadsService } from './file-uploads.service.js';

@Module({
  imports: [GraphModule, IngestModule, AnalysisModule],
  controllers: [FileUploadsController],
  providers: [FileUploadsService, FileUploadsRepository],
  exports: [FileUploadsService],
})
export class FileUploadsModule {}
