import { Module } from '@nestjs/common';
import { QueueModule } from '../../queue/queue.module.js';
import { CollectedDataRepository } from './collected-data.repository.js';
import { UploadFilesRepository } from './upload-files.repository.js';
import { UploadListeners } from './upload-listeners.js';
import { Uploads } from './uploads.js';
import { UploadsRepository } from './uploads.repository.js';

/** Files that are handed in, for whoever takes them and for whoever reads them. */
@Module({
  imports: [QueueModule],
  providers: [Uploads, UploadsRepository, UploadFilesRepository, UploadListeners, CollectedDataRepository],
  exports: [Uploads, UploadListeners, CollectedDataRepository],
})
export class UploadsModule {}
