import { Module } from '@nestjs/common';
import { AnalysisModule } from '../../analysis/analysis.module.js';
import { QueueModule } from '../../queue/queue.module.js';
import { AssetGroupsModule } from '../asset-groups/asset-groups.module.js';
import { GraphsModule } from '../graphs/graphs.module.js';
import { OverviewController } from './overview.controller.js';
import { OverviewRepository } from './overview.repository.js';
import { OverviewService } from './overview.service.js';
import { OverviewTask } from './overview.task.js';

@Module({
  imports: [AnalysisModule, AssetGroupsModule, GraphsModule, QueueModule],
  controllers: [OverviewController],
  providers: [OverviewRepository, OverviewService, OverviewTask],
  exports: [OverviewService],
})
export class OverviewModule {}
