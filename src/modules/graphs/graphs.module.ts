import { Module } from '@nestjs/common';
import { AnalysisModule } from '../../analysis/analysis.module.js';
import { GraphModule } from '../../graph/graph.module.js';
import { AssetGroupsModule } from '../asset-groups/asset-groups.module.js';
import { GraphsController } from './graphs.controller.js';
import { GraphsService } from './graphs.service.js';

@Module({
  imports: [GraphModule, AnalysisModule, AssetGroupsModule],
  controllers: [GraphsController],
  providers: [GraphsService],
  exports: [GraphsService],
})
export class GraphsModule {}
