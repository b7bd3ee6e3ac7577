import { Global, Module } from '@nestjs/common';
import { AnalysisModule } from '../analysis/analysis.module.js';
import { GraphModule } from '../graph/graph.module.js';
import { IngestModule } from '../ingest/ingest.module.js';
import { AssetGroupsModule } from '../modules/asset-groups/asset-groups.module.js';
import { EntityGraphs } from '../modules/entities/entity-graphs.service.js';
import { ExtensionsModule } from '../modules/extensions/extensions.module.js';
import { EnvironmentsModule } from '../modules/environments/environments.module.js';
import { GraphDeletionModule } from '../modules/graph-deletion/graph-deletion.module.js';
import { GraphsModule } from '../modules/graphs/graphs.module.js';
import { SamlModule } from '../modules/saml/saml.module.js';
import { CollectorManifestsController } from './service/collectors.controller.js';
import { DatapipeController } from './service/datapipe.controller.js';
import { DatapipeService } from './service/datapipe.service.js';
import { CollectionsController } from './graph/collections.controller.js';
import { AvailableDomainsController } from './graph/available-domains.controller.js';
import { ClearDatabaseController } from './clear-database/clear-database.controller.js';
import { ClearDatabaseService } from './clear-database/clear-database.service.js';
import { PlatformQualityController } from './data-quality/platform-quality.controller.js';
import { PlatformQualityRepository } from './data-quality/platform-quality.repository.js';
import { PlatformQualityService } from './data-quality/platform-quality.service.js';
import { BareEntityGraphs } from './graph/bare-entity-graphs.service.js';
import { GraphItemsController } from './graph/graph-items.controller.js';
import { GraphItemsService } from './graph/graph-items.service.js';
import { GraphSearchController } from './graph/graph-search.controller.js';
import { GraphSearchService } from './graph/graph-search.service.js';
import { PathfindingController } from './graph/pathfinding.controller.js';
import { TagHistoryController } from './tags/tag-history.controller.js';
import { TagHistoryRepository } from './tags/tag-history.repository.js';
import { TagHistoryService } from './tags/tag-history.service.js';
import { ReferenceServiceController } from './service/service.controller.js';
import { ReferenceRolesController } from './users/roles.controller.js';
import { UserFactorsController } from './users/user-factors.controller.js';
import { UserSecretsService } from './users/user-secrets.service.js';
import { UsersController } from './users/users.controller.js';
import { VersionController } from './service/version.controller.js';

/**
 * Operations of the reference product that this service does not have otherwise (docs/adr/0032-reference-api.md). It is global, because it
 * provides the form of graphs of entities to the module of entities.
 */
@Global()
@Module({
  imports: [
    GraphModule,
    AnalysisModule,
    IngestModule,
    EnvironmentsModule,
    ExtensionsModule,
    GraphDeletionModule,
    AssetGroupsModule,
    GraphsModule,
    SamlModule,
  ],
  controllers: [
    VersionController,
    UsersController,
    UserFactorsController,
    ReferenceRolesController,
    AvailableDomainsController,
    PathfindingController,
    GraphSearchController,
    ClearDatabaseController,
    CollectionsController,
    ReferenceServiceController,
    DatapipeController,
    PlatformQualityController,
    CollectorManifestsController,
    GraphItemsController,
    TagHistoryController,
  ],
  providers: [
    UserSecretsService,
    ClearDatabaseService,
    DatapipeService,
    PlatformQualityService,
    PlatformQualityRepository,
    GraphSearchService,
    GraphItemsService,
    TagHistoryService,
    TagHistoryRepository,
    { provide: EntityGraphs, useClass: BareEntityGraphs },
  ],
  exports: [EntityGraphs],
})
export class CompatModule {}
