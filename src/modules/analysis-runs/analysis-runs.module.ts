import { Module } from '@nestjs/common';
import { AnalysisModule } from '../../analysis/analysis.module.js';
import { GraphModule } from '../../graph/graph.module.js';
import { AnalysisRunsController } from './analysis-runs.controller.js';
import { AnalysisRunsRepository } from './analysis-runs.repository.js';
import { AnalysisRunsService } from './analysis-runs.service.js';

@Module({
  imports: [AnalysisModule, GraphModule],
  controllers: [AnalysisRunsController],
  providers: [AnalysisRunsService, AnalysisRunsRepository],
  exports: [AnalysisRunsService],
})
export class AnalysisRunsModule {}
