import { Module } from '@nestjs/common';
import { GraphModule } from '../../graph/graph.module.js';
import { AssetGroupsModule } from '../asset-groups/asset-groups.module.js';
import { ConditionsModule } from '../conditions/conditions.module.js';
import { CloudController } from './cloud.controller.js';
import { EntityAnswers } from './entities.answers.js';
import { entityControllers } from './entities.controller.js';
import { EntityAddresses } from './entity-addresses.service.js';
import { CloudListsController } from './cloud-lists.controller.js';
import { EntitiesService } from './entities.service.js';

@Module({
  imports: [GraphModule, AssetGroupsModule, ConditionsModule],
  controllers: [...entityControllers, CloudController, CloudListsController],
  providers: [EntitiesService, EntityAnswers, EntityAddresses],
  exports: [EntityAddresses],
})
export class EntitiesModule {}
