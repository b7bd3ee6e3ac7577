import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AnalysisModule } from '../../analysis/analysis.module.js';
import { AssetGroupEntity } from '../../analysis/tier-zero/asset-group.entity.js';
import { AssetGroupsController } from './asset-groups.controller.js';
import { AssetGroupsRepository } from './asset-groups.repository.js';
import { AssetGroupsService } from './asset-groups.service.js';
import { MemberCounts } from './member-counts.repository.js';
import { TagMembersRepository } from './tags/tag-members.repository.js';
import { TagSelectorsController } from './tags/tag-selectors.controller.js';
import { TagSelectorsRepository } from './tags/tag-selectors.repository.js';
import { TagSelectorsService } from './tags/tag-selectors.service.js';
import { TagsController } from './tags/tags.controller.js';
import { TagsRepository } from './tags/tags.repository.js';
import { TagsService } from './tags/tags.service.js';

/** Asset groups, and the same records as tags (docs/adr/0040-tags.md). */
@Module({
  imports: [TypeOrmModule.forFeature([AssetGroupEntity]), AnalysisModule],
  controllers: [AssetGroupsController, TagsController, TagSelectorsController],
  providers: [
    AssetGroupsService,
    AssetGroupsRepository,
    MemberCounts,
    TagsService,
    TagsRepository,
    TagSelectorsService,
    TagSelectorsRepository,
    TagMembersRepository,
  ],
  exports: [AssetGroupsService],
})
export class AssetGroupsModule {}
