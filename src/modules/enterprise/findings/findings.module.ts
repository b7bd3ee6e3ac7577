import { Module } from '@nestjs/common';
import { FindingTypeLookup } from '../../../analysis/findings/finding-type-lookup.js';
import { GraphModule } from '../../../graph/graph.module.js';
import { AnalysisRunsModule } from '../../analysis-runs/analysis-runs.module.js';
import { AttackPathsController, AttackPathTypesController } from './attack-paths.controller.js';
import { DomainFindingsController } from './domain-findings.controller.js';
import { FindingTextsController } from './finding-texts.controller.js';
import { FindingsRepository } from './findings.repository.js';
import { FindingsService } from './findings.service.js';
import { FindingTrendsController, PostureHistoryController, PostureStatsController } from './posture.controller.js';
import { PostureRepository } from './posture.repository.js';
import { PostureService } from './posture.service.js';

/** Findings of the analysis, and the state of tier zero over time. */
@Module({
  imports: [GraphModule, AnalysisRunsModule],
  controllers: [
    AttackPathTypesController,
    AttackPathsController,
    DomainFindingsController,
    FindingTextsController,
    PostureStatsController,
    PostureHistoryController,
    FindingTrendsController,
  ],
  providers: [FindingTypeLookup, FindingsService, FindingsRepository, PostureService, PostureRepository],
})
export class FindingsModule {}
