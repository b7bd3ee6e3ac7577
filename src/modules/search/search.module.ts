import { Module } from '@nestjs/common';
import { GraphModule } from '../../graph/graph.module.js';
import { AssetGroupsModule } from '../asset-groups/asset-groups.module.js';
import { EntitiesModule } from '../entities/entities.module.js';
import { ConditionsModule } from '../conditions/conditions.module.js';
import { SearchResultsController } from './search.controller.js';
import { SearchService } from './search.service.js';

@Module({
  imports: [GraphModule, AssetGroupsModule, EntitiesModule, ConditionsModule],
  controllers: [SearchResultsController],
  providers: [SearchService],
})
export class SearchModule {}
