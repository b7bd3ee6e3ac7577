import { DataQualityCountEntity } from './analysis/data-quality/data-quality-count.entity.js';
import { DataQualityDomainEntity } from './analysis/data-quality/data-quality-domain.entity.js';
import { DataQualityTenantEntity } from './analysis/data-quality/data-quality-tenant.entity.js';
import { FindingCountEntity } from './analysis/findings/finding-count.entity.js';
import { FindingEntity } from './analysis/findings/finding.entity.js';
import { PostureStatEntity } from './analysis/findings/posture-stat.entity.js';
import { SightFigureEntity, SightFindingEntity } from './analysis/sights/sight-figure.entity.js';
import { AnalysisRunEntity } from './analysis/runs/analysis-run.entity.js';
import { SelectedNodeEntity } from './analysis/tier-zero/selected-node.entity.js';
import { AuditEntryEntity } from './auth/audit/audit-entry.entity.js';
import { AccountEntity } from './auth/account.entity.js';
import { RecoveryCodeEntity } from './auth/factors/recovery-code.entity.js';
import { TotpFactorEntity } from './auth/factors/totp-factor.entity.js';
import { DeviceCodeFailureEntity, DeviceLoginEntity } from './auth/device-login/device-login.entity.js';
import { PasskeyEntity } from './auth/passkeys/passkey.entity.js';
import { UsedChallengeEntity } from './auth/passkeys/used-challenge.entity.js';
import { KeyedRequestEntity } from './auth/repeats/keyed-request.entity.js';
import { LoginFailureEntity } from './auth/login/login-failure.entity.js';
import { SessionEntity } from './auth/sessions/session.entity.js';
import { ScimGroupEntity, ScimGroupMemberEntity } from './auth/scim/groups/scim-group.entity.js';
import { ScimUserEntity } from './auth/scim/users/scim-user.entity.js';
import { SsoKeyEntity } from './auth/sso/keys/sso-key.entity.js';
import { UsedMessageEntity } from './auth/sso/login/used-message.entity.js';
import { SsoProviderEntity } from './auth/sso-provider.entity.js';
import { ApiTokenEntity, TokenProofEntity } from './auth/tokens/api-token.entity.js';
import { CollectorRecordEntity } from './graph/store/collector-record.entity.js';
import { EdgeListEntity } from './graph/store/edge-list.entity.js';
import { EdgeEntity } from './graph/store/edge.entity.js';
import { ChangeLogEntity } from './graph/store/change-log.entity.js';
import { GraphChangeEntity } from './graph/store/graph-change.entity.js';
import { GraphStateEntity } from './graph/store/graph-state.entity.js';
import { NodeDaysEntity, RecordDaysEntity } from './graph/store/renewed-days.entity.js';
import { OpenEdgeEntity } from './graph/store/open-edge.entity.js';
import { KindEntity } from './graph/kinds/kind.entity.js';
import { NodeEntity } from './graph/store/node.entity.js';
import { UploadFileEntity } from './ingest/uploads/upload-file.entity.js';
import { UploadEntity } from './ingest/uploads/upload.entity.js';
import { UploadPayloadEntity } from './ingest/uploads/upload-payload.entity.js';
import { AssetGroupSeedEntity, AssetGroupSelectorEntity } from './analysis/tier-zero/asset-group-selector.entity.js';
import { AssetGroupEntity } from './analysis/tier-zero/asset-group.entity.js';
import { ClientEntity } from './modules/enterprise/clients/client.entity.js';
import { CustomNodeEntity } from './modules/custom-nodes/custom-node.entity.js';
import { EventEntity } from './modules/enterprise/events/event.entity.js';
import { JobDomainResultEntity } from './modules/enterprise/jobs/job-domain-result.entity.js';
import { JobLogEntity } from './modules/enterprise/jobs/job-log.entity.js';
import { JobEntity } from './modules/enterprise/jobs/job.entity.js';
import { ExtensionEntity } from './graph/extensions/extension.entity.js';
import { OverviewEntity, OverviewExposureEntity } from './modules/overview/overview.entity.js';
import { PictureEntity, PictureShareEntity } from './modules/pictures/picture.entity.js';
import { SavedQueryEntity, SavedQueryShareEntity } from './modules/saved-queries/saved-query.entity.js';
import { WriteProbeEntity } from './observability/health/write-probe.entity.js';
import { RetentionTurnEntity } from './work/retention/retention-turn.entity.js';
import { AlertChannelEntity } from './modules/alert-channels/alert-channel.entity.js';
import { AlertDeliveryEntity } from './modules/alert-channels/alert-delivery.entity.js';
import { ReportDocumentEntity, ReportEntity } from './modules/reports/report.entity.js';
import { AlertDigestRowEntity } from './modules/alert-rules/alert-digest-row.entity.js';
import { AlertMessageEntity } from './modules/alert-channels/alert-message.entity.js';
import {
  AlertRuleEntity,
  AlertRuleLevelEntity,
  AlertRuleMemberEntity,
} from './modules/alert-rules/alert-rule.entity.js';
import { PlanEntity, PlanStepEntity } from './modules/plans/plan.entity.js';

/** The entities of all tables. A test compares the list with the *.entity.ts files and with the migrations. */
export const entities: Function[] = [
  NodeEntity,
  EdgeListEntity,
  CollectorRecordEntity,
  NodeDaysEntity,
  RecordDaysEntity,
  EdgeEntity,
  KindEntity,
  OpenEdgeEntity,
  GraphStateEntity,
  GraphChangeEntity,
  ChangeLogEntity,
  SelectedNodeEntity,
  DataQualityTenantEntity,
  DataQualityDomainEntity,
  DataQualityCountEntity,
  FindingEntity,
  SightFigureEntity,
  SightFindingEntity,
  FindingCountEntity,
  PostureStatEntity,
  AnalysisRunEntity,
  UploadEntity,
  UploadFileEntity,
  UploadPayloadEntity,
  CustomNodeEntity,
  SsoProviderEntity,
  SsoKeyEntity,
  ScimUserEntity,
  ScimGroupEntity,
  ScimGroupMemberEntity,
  UsedMessageEntity,
  ExtensionEntity,
  PictureEntity,
  PictureShareEntity,
  SavedQueryEntity,
  SavedQueryShareEntity,
  RetentionTurnEntity,
  WriteProbeEntity,
  AuditEntryEntity,
  AccountEntity,
  SessionEntity,
  KeyedRequestEntity,
  LoginFailureEntity,
  TotpFactorEntity,
  RecoveryCodeEntity,
  PasskeyEntity,
  UsedChallengeEntity,
  DeviceLoginEntity,
  DeviceCodeFailureEntity,
  ApiTokenEntity,
  TokenProofEntity,
  AssetGroupEntity,
  AssetGroupSelectorEntity,
  AssetGroupSeedEntity,
  ClientEntity,
  EventEntity,
  JobEntity,
  JobDomainResultEntity,
  JobLogEntity,
  AlertChannelEntity,
  AlertMessageEntity,
  AlertDeliveryEntity,
  AlertRuleEntity,
  AlertDigestRowEntity,
  ReportEntity,
  ReportDocumentEntity,
  AlertRuleMemberEntity,
  AlertRuleLevelEntity,
  PlanEntity,
  PlanStepEntity,
  OverviewEntity,
  OverviewExposureEntity,
];
