import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { AnalysisModule } from './analysis/analysis.module.js';
import { AnalysisBasis } from './analysis/runs/analysis-basis.js';
import { AuthModule, CookieSessionModule } from './auth/auth.module.js';
import { CredentialsGuard, PermissionGuard } from './auth/guards/auth.guards.js';
import { ScimModule } from './auth/scim/scim.module.js';
import { SsoLoginModule, SsoModule } from './auth/sso/sso.module.js';
import { SessionCookieGuard } from './auth/cookie-sessions/session-cookie.guard.js';
import type { Clock } from './base/clock.js';
import { ConfigModule } from './base/config/config.module.js';
import type { Settings } from './base/config/settings.js';
import type { PooledDataSource } from './database/opening/data-source.js';
import { DatabaseModule } from './database/database.module.js';
import { ConditionalGuard } from './http/conditional/conditional.guard.js';
import { EditionGuard, EditionModule } from './http/edition/edition.module.js';
import { GraphModule } from './graph/graph.module.js';
import { ErrorFilter } from './http/request/error.filter.js';
import { HttpModule } from './http/http.module.js';
import { InputGuard } from './http/input/input.guard.js';
import { AddressRateLimitGuard, PrincipalRateLimitGuard } from './http/limits/rate-limit.guards.js';
import { QuestionGuard } from './http/limits/question.guard.js';
import { BasisGuard, BasisSource } from './http/notes/basis.guard.js';
import { ReplicaGuard } from './http/replicas/replica.guard.js';
import { IngestModule } from './ingest/ingest.module.js';
import { AboutModule } from './modules/about/about.module.js';
import { AnalysisRunsModule } from './modules/analysis-runs/analysis-runs.module.js';
import { AssistantsModule } from './modules/assistants/assistants.module.js';
import { AssetGroupsModule } from './modules/asset-groups/asset-groups.module.js';
import { AuditLogModule } from './modules/audit-log/audit-log.module.js';
import { ClientsModule } from './modules/enterprise/clients/clients.module.js';
import { CollectorModule } from './modules/enterprise/collector/collector.module.js';
import { CustomNodesModule } from './modules/custom-nodes/custom-nodes.module.js';
import { DomainsModule } from './modules/domains/domains.module.js';
import { EntitiesModule } from './modules/entities/entities.module.js';
import { EventsModule } from './modules/enterprise/events/events.module.js';
import { ExtensionsModule } from './modules/extensions/extensions.module.js';
import { FileUploadsModule } from './modules/file-uploads/file-uploads.module.js';
import { FindingsModule } from './modules/enterprise/findings/findings.module.js';
import { GraphDeletionModule } from './modules/graph-deletion/graph-deletion.module.js';
import { CypherModule } from './modules/cypher/cypher.module.js';
import { GraphsModule } from './modules/graphs/graphs.module.js';
import { JobsModule } from './modules/enterprise/jobs/jobs.module.js';
import { QuestionsModule } from './modules/questions/questions.module.js';
import { SamlModule } from './modules/saml/saml.module.js';
import { PicturesModule } from './modules/pictures/pictures.module.js';
import { SavedQueriesModule } from './modules/saved-queries/saved-queries.module.js';
import { SearchModule } from './modules/search/search.module.js';
import { TenantsModule } from './modules/tenants/tenants.module.js';
import { AlertChannelsModule } from './modules/alert-channels/alert-channels.module.js';
import { ReportsModule } from './modules/reports/reports.module.js';
import { AlertRulesModule } from './modules/alert-rules/alert-rules.module.js';
import { PlansModule } from './modules/plans/plans.module.js';
import { NeighbourhoodModule } from './modules/neighbourhood/neighbourhood.module.js';
import { OverviewModule } from './modules/overview/overview.module.js';
import { RoleGuard } from './observability/role.guard.js';
import { ObservabilityModule } from './observability/observability.module.js';
import { WorkModule } from './work/work.module.js';

const shared = [
  EditionModule,
  HttpModule,
  AuthModule,
  SsoModule,
  ScimModule,
  GraphModule,
  IngestModule,
  AnalysisModule,
  WorkModule,
  ObservabilityModule,
];

const community = [
  AboutModule,
  TenantsModule,
  DomainsModule,
  AnalysisRunsModule,
  SamlModule,
  AssetGroupsModule,
  CustomNodesModule,
  PicturesModule,
  SavedQueriesModule,
  ExtensionsModule,
  EntitiesModule,
  GraphsModule,
  CypherModule,
  SearchModule,
  QuestionsModule,
  FileUploadsModule,
  GraphDeletionModule,
  AuditLogModule,
  AlertChannelsModule,
  AlertRulesModule,
  PlansModule,
  NeighbourhoodModule,
  OverviewModule,
  ReportsModule,
];

/**
 * Their controllers name the capability that they need. Without it, they answer as if they did not exist. CollectorModule is first, because
 * `/jobs/current` would match `/jobs/:job_id`.
 */
const enterprise = [FindingsModule, CollectorModule, ClientsModule, EventsModule, JobsModule];

/** In the order in which a request passes them (docs/architecture.md). */
const guardsOf = ({ ui }: Settings) => [
  RoleGuard,
  EditionGuard,
  ...(ui ? [SessionCookieGuard] : []),
  AddressRateLimitGuard,
  CredentialsGuard,
  PrincipalRateLimitGuard,
  PermissionGuard,
  InputGuard,
  ReplicaGuard,
  ConditionalGuard,
  QuestionGuard,
  BasisGuard,
];

/** What a process is made of: its settings, a database that is connected and migrated, the time, and the built page. */
export interface Runtime {
  readonly settings: Settings;
  readonly dataSource: PooledDataSource;
  readonly clock?: Clock;
  readonly pageFolder?: string;
}

/** The root module: every module of the product. */
@Module({})
export class AppModule {
  /** @param more modules on top of the others */
  static with({ settings, dataSource, clock }: Runtime, more: readonly Type[] = []): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.with(settings, clock),
        DatabaseModule.with(dataSource),
        ...shared,
        ...community,
        ...enterprise,
        ...(settings.ui ? [CookieSessionModule, SsoLoginModule] : []),
        ...(settings.mcp ? [AssistantsModule] : []),
        ...more,
      ],
      providers: [
        { provide: APP_FILTER, useClass: ErrorFilter },
        { provide: BasisSource, useExisting: AnalysisBasis },
        ...guardsOf(settings).map((useClass) => ({ provide: APP_GUARD, useClass })),
      ],
    };
  }
}
