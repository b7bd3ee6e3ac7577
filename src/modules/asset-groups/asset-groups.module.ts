import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AssetGroupEntity } from './asset-group.entity.js';
import { AssetGroupsController } from './asset-groups.controller.js';
import { AssetGroupsRepository } from './asset-groups.repository.js';
import { AssetGroupsService } from './asset-groups.service.js';
import { MemberCounts } from './member-counts.js';

@Module({
  imports: [TypeOrmModule.forFeature([AssetGroupEntity])],
  controllers: [AssetGroupsController],
  providers: [AssetGroupsService, AssetGroupsRepository, MemberCounts],
  exports: [AssetGroupsService],
})
export class AssetGroupsModule {}
