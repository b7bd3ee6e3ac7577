import { Module } from '@nestjs/common';
import { AnalysisModule } from '../../analysis/analysis.module.js';
import { GraphModule } from '../../graph/graph.module.js';
import { AssetGroupsModule } from '../asset-groups/asset-groups.module.js';
import { GraphsController } from './graphs.controller.js';
import { EdgesService } from './edges.service.js';
import { ExposureService } from './exposure.service.js';
import { GraphsService } from './graphs.service.js';
import { SelectionsService } from './selections.service.js';
import { ViewsService } from './views.service.js';

@Module({
  imports: [GraphModule, AnalysisModule, AssetGroupsModule],
  controllers: [GraphsController],
  providers: [EdgesService, ExposureService, GraphsService, SelectionsService, ViewsService],
  exports: [GraphsService],
})
export class GraphsModule {}
