import { Module } from '@nestjs/common';
import { IngestModule } from '../ingest.module.js';
import { FileReader } from './file-reader.js';
import { IngestFigures } from './ingest-figures.js';
import { ReadingConnections } from './reading-connections.repository.js';

/** Files on disk into the graph, beside everything else that the process does. Needs what {@link IngestModule} needs. */
@Module({
  imports: [IngestModule],
  providers: [FileReader, ReadingConnections, IngestFigures],
  exports: [FileReader, IngestFigures],
})
export class IngestWorkerModule {}
