import { Module } from '@nestjs/common';
import { GraphModule } from '../graph/graph.module.js';
import { QueueModule } from '../queue/queue.module.js';
import { AnalysisService } from './analysis.service.js';
import { EdgeCompositions } from './compositions/edge-compositions.js';
import { DataQualityRunRepository } from './data-quality/data-quality-run.repository.js';
import { AnalysisBasis } from './runs/analysis-basis.js';
import { AnalysisRuns } from './runs/analysis-runs.js';
import { AnalysisTurn } from './runs/analysis-turn.js';
import { PlanDerivation } from './worker/plan-derivation.js';

const services = [
  AnalysisService,
  EdgeCompositions,
  AnalysisBasis,
  AnalysisRuns,
  AnalysisTurn,
  DataQualityRunRepository,
  PlanDerivation,
];

/** Derives rights, tier zero and data quality from the graph. */
@Module({
  imports: [GraphModule, QueueModule],
  providers: services,
  exports: services,
})
export class AnalysisModule {}
