import { Module } from '@nestjs/common';
import { AnalysisModule } from '../../analysis/analysis.module.js';
import { GraphModule } from '../../graph/graph.module.js';
import { AssetGroupsModule } from '../asset-groups/asset-groups.module.js';
import { EntitiesModule } from '../entities/entities.module.js';
import { AnswerStateRepository } from './answer-state.repository.js';
import { ChangesRepository } from './changes.repository.js';
import { ConditionsModule } from '../conditions/conditions.module.js';
import { GraphsController } from './graphs.controller.js';
import { ChangesService } from './changes.service.js';
import { EdgesService } from './edges.service.js';
import { ExposureService } from './exposure.service.js';
import { GraphsService } from './graphs.service.js';
import { LongQuestions } from './long-questions.js';
import { PlanController } from './plan.controller.js';
import { PlanMaker } from './plan-maker.js';
import { PlanQuestions } from './plan-questions.js';
import { PlanService } from './plan.service.js';
import { PeriodsService } from './periods.service.js';
import { ReachableService } from './reachable.service.js';
import { RankingService } from './ranking.service.js';
import { SelectionsService } from './selections.service.js';
import { SummaryController } from './summary.controller.js';
import { SummaryService } from './summary.service.js';

@Module({
  imports: [GraphModule, AnalysisModule, AssetGroupsModule, EntitiesModule, ConditionsModule],
  controllers: [GraphsController, PlanController, SummaryController],
  providers: [
    AnswerStateRepository,
    ChangesRepository,
    ChangesService,
    EdgesService,
    ExposureService,
    GraphsService,
    LongQuestions,
    PeriodsService,
    PlanMaker,
    PlanQuestions,
    PlanService,
    RankingService,
    ReachableService,
    SelectionsService,
    SummaryService,
  ],
  exports: [ChangesService, ExposureService, GraphsService, PlanService, SelectionsService],
})
export class GraphsModule {}
