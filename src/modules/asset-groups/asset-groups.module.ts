import { Module } from '@nestjs/common';
import { AnalysisModule } from '../../analysis/analysis.module.js';
import { GraphModule } from '../../graph/graph.module.js';
import { AssetGroupsController } from './asset-groups.controller.js';
import { AssetGroupsRepository } from './stored/asset-groups.repository.js';
import { AssetGroupsService } from './asset-groups.service.js';
import { MemberCounts } from './stored/member-counts.repository.js';
import { MembersRepository } from './stored/members.repository.js';
import { SelectorsRepository } from './stored/selectors.repository.js';
import { TagSelectorsController } from './tags/tag-selectors.controller.js';
import { SelectorsService } from './selectors.service.js';
import { TagsController } from './tags/tags.controller.js';

/** Asset groups, and the same records as tags (docs/adr/0040-tags.md). */
@Module({
  imports: [AnalysisModule, GraphModule],
  controllers: [AssetGroupsController, TagsController, TagSelectorsController],
  providers: [
    AssetGroupsService,
    SelectorsService,
    AssetGroupsRepository,
    SelectorsRepository,
    MembersRepository,
    MemberCounts,
  ],
  exports: [AssetGroupsService, SelectorsService],
})
export class AssetGroupsModule {}
