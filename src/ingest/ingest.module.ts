import { Module } from '@nestjs/common';
import { Settings } from '../base/config/settings.js';
import { GraphModule } from '../graph/graph.module.js';
import { GraphWriter } from '../graph/writer/graph-writer.js';
import { QueueModule } from '../queue/queue.module.js';
import { IngestService } from './ingest.service.js';
import { READ_LIMITS, type ReadLimits, readLimitsOf } from './reading/read-limits.js';
import { openSpoolStore } from './spool/open-spool-store.js';
import { SpoolStore } from './spool/spool-store.js';
import { Spool } from './spool/spool.js';
import { UploadDisk } from './spool/upload-disk.js';
import { CollectedDataRepository } from './uploads/collected-data.repository.js';
import { UploadFiles } from './uploads/upload-files.repository.js';
import { Uploads } from './uploads/uploads.repository.js';
import { FileReader } from './worker/file-reader.js';
import { ReadingConnections } from './worker/reading-connections.repository.js';

/** Threads construct it by themselves, without the framework. */
const service = {
  provide: IngestService,
  inject: [GraphWriter, READ_LIMITS],
  useFactory: (writer: GraphWriter, limits: ReadLimits) => new IngestService(writer, limits),
};
const store = { provide: SpoolStore, inject: [Settings, UploadDisk], useFactory: openSpoolStore };

/** Receives collected files, reads them, and loads their records into the graph. */
@Module({
  imports: [GraphModule, QueueModule],
  providers: [
    service,
    store,
    { provide: READ_LIMITS, inject: [Settings], useFactory: readLimitsOf },
    Spool,
    UploadDisk,
    Uploads,
    UploadFiles,
    CollectedDataRepository,
    FileReader,
    ReadingConnections,
  ],
  exports: [IngestService, Spool, Uploads, UploadFiles, CollectedDataRepository, FileReader],
})
export class IngestModule {}
