import { Module } from '@nestjs/common';
import { GraphModule } from '../../graph/graph.module.js';
import { AssetGroupsModule } from '../asset-groups/asset-groups.module.js';
import { GraphsController } from './graphs.controller.js';
import { GraphsService } from './graphs.service.js';

@Module({
  imports: [GraphModule, AssetGroupsModule],
  controllers: [GraphsController],
  providers: [GraphsService],
  exports: [GraphsService],
})
export class GraphsModule {}
