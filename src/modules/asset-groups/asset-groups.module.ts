import { Module } from '@nestjs/common';
import { AssetGroupWritesRepository } from './asset-group-writes.repository.js';
import { AssetGroupsController } from './asset-groups.controller.js';
import { AssetGroupsRepository } from './asset-groups.repository.js';
import { AssetGroupsService } from './asset-groups.service.js';

@Module({
  controllers: [AssetGroupsController],
  providers: [AssetGroupsService, AssetGroupsRepository, AssetGroupWritesRepository],
  exports: [AssetGroupsService],
})
export class AssetGroupsModule {}
