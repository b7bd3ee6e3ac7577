import { Module } from '@nestjs/common';
import { QueueModule } from '../../queue/queue.module.js';
import { CollectedDataRepository } from './collected-data.repository.js';
import { UploadFilesRepository } from './upload-files.repository.js';
import { Uploads } from './uploads.js';
import { UploadsRepository } from './uploads.repository.js';

@Module({
  imports: [QueueModule],
  providers: [Uploads, UploadsRepository, UploadFilesRepository, CollectedDataRepository],
  exports: [Uploads, CollectedDataRepository],
})
export class UploadsModule {}
