import { Module } from '@nestjs/common';
import { GraphModule } from '../graph/graph.module.js';
import { AnalysisService } from './analysis.service.js';
import { DataQualityRunRepository } from './data-quality/data-quality-run.repository.js';

/** What follows from the graph: derived rights, tier zero, data quality. */
@Module({
  imports: [GraphModule],
  providers: [AnalysisService, DataQualityRunRepository],
  exports: [AnalysisService, DataQualityRunRepository],
})
export class AnalysisModule {}
