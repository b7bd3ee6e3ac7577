import { Module } from '@nestjs/common';
import { GraphModule } from '../../graph/graph.module.js';
import { AssetGroupsModule } from '../asset-groups/asset-groups.module.js';
import { CypherController } from './cypher.controller.js';
import { CypherService } from './cypher.service.js';

@Module({
  imports: [GraphModule, AssetGroupsModule],
  controllers: [CypherController],
  providers: [CypherService],
  exports: [CypherService],
})
export class CypherModule {}
