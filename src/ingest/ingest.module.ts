import { Module } from '@nestjs/common';
import { GraphModule } from '../graph/graph.module.js';
import { IngestService } from './ingest.service.js';

/** Collected data into the graph. Needs what {@link GraphModule} needs. */
@Module({ imports: [GraphModule], providers: [IngestService], exports: [IngestService] })
export class IngestModule {}
