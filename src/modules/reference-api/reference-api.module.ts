import { Module } from '@nestjs/common';
import { AnalysisModule } from '../../analysis/analysis.module.js';
import { GraphModule } from '../../graph/graph.module.js';
import { IngestModule } from '../../ingest/ingest.module.js';
import { AssetGroupsModule } from '../asset-groups/asset-groups.module.js';
import { EnvironmentsModule } from '../environments/environments.module.js';
import { GraphDeletionModule } from '../graph-deletion/graph-deletion.module.js';
import { GraphsModule } from '../graphs/graphs.module.js';
import { SamlModule } from '../saml/saml.module.js';
import { CollectorManifestsController } from './collectors.controller.js';
import { DatapipeController } from './analysis/datapipe.controller.js';
import { DatapipeService } from './analysis/datapipe.service.js';
import { CollectionsController } from './asset-groups/collections.controller.js';
import { AvailableDomainsController } from './available-domains.controller.js';
import { ClearDatabaseController } from './clear-database/clear-database.controller.js';
import { ClearDatabaseService } from './clear-database/clear-database.service.js';
import { PlatformQualityController } from './data-quality/platform-quality.controller.js';
import { PlatformQualityRepository } from './data-quality/platform-quality.repository.js';
import { PlatformQualityService } from './data-quality/platform-quality.service.js';
import { GraphSearchController } from './graph-search/graph-search.controller.js';
import { GraphSearchService } from './graph-search/graph-search.service.js';
import { PathfindingController } from './pathfinding.controller.js';
import { ReferenceServiceController } from './service/service.controller.js';
import { SsoProvidersController } from './sso-providers.controller.js';
import { ReferenceRolesController } from './users/roles.controller.js';
import { UserSecretsService } from './users/user-secrets.service.js';
import { UsersController } from './users/users.controller.js';
import { VersionController } from './version.controller.js';

/** Operations of the reference product that this service does not have otherwise (docs/adr/0032-reference-api.md). */
@Module({
  imports: [
    GraphModule,
    AnalysisModule,
    IngestModule,
    EnvironmentsModule,
    GraphDeletionModule,
    AssetGroupsModule,
    GraphsModule,
    SamlModule,
  ],
  controllers: [
    VersionController,
    UsersController,
    ReferenceRolesController,
    AvailableDomainsController,
    PathfindingController,
    GraphSearchController,
    ClearDatabaseController,
    CollectionsController,
    ReferenceServiceController,
    DatapipeController,
    PlatformQualityController,
    SsoProvidersController,
    CollectorManifestsController,
  ],
  providers: [
    UserSecretsService,
    ClearDatabaseService,
    DatapipeService,
    PlatformQualityService,
    PlatformQualityRepository,
    GraphSearchService,
  ],
})
export class ReferenceApiModule {}
