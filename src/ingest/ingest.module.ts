import { Module } from '@nestjs/common';
import { Settings } from '../base/config/settings.js';
import { GraphModule } from '../graph/graph.module.js';
import { IngestService } from './ingest.service.js';
import { READ_LIMITS, readLimitsOf } from './reading/read-limits.js';

/** Collected data into the graph. Needs what {@link GraphModule} needs. */
@Module({
  imports: [GraphModule],
  providers: [IngestService, { provide: READ_LIMITS, inject: [Settings], useFactory: readLimitsOf }],
  exports: [IngestService, READ_LIMITS],
})
export class IngestModule {}
