import { Module } from '@nestjs/common';
import { GraphModule } from '../../graph/graph.module.js';
import { AssetGroupsModule } from '../asset-groups/asset-groups.module.js';
import { GraphsModule } from '../graphs/graphs.module.js';
import { NeighbourhoodController } from './neighbourhood.controller.js';
import { NeighbourhoodService } from './neighbourhood.service.js';

@Module({
  imports: [GraphModule, AssetGroupsModule, GraphsModule],
  controllers: [NeighbourhoodController],
  providers: [NeighbourhoodService],
  exports: [NeighbourhoodService],
})
export class NeighbourhoodModule {}
