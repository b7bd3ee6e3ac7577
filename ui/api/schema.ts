// `node scripts/run.mjs ui-types` writes this file from the OpenAPI document of the service. Do not edit it.

export type AboutDto = {
  readonly version: string;
  readonly edition: 'community' | 'enterprise';
  readonly capabilities: readonly string[];
  readonly login_methods: readonly 'password'[];
  readonly identity_providers: readonly LoginProviderDto[];
};

export type AcceptanceRequest = {
  readonly accepted: boolean;
  readonly accept_until?: string;
  readonly risk_type?: string;
  readonly reason?: string;
};

export type AccountDto = {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly role: 'administrator' | 'power_user' | 'user' | 'auditor' | 'read_only' | 'upload_only';
  readonly totp_active: boolean;
  readonly passkeys: number;
  readonly is_disabled: boolean;
  readonly environments: readonly string[] | null;
  readonly sees_nodes_of_none: boolean;
  readonly created_at: string;
  readonly updated_at: string;
  readonly last_login: NullTimeDto;
  readonly sso_provider_id: NullInt32Dto;
};

export type AccountEnvironmentsRequest = {
  readonly all?: true;
  readonly ids?: readonly string[];
  readonly none?: boolean;
};

export type ActivateFactorRequest = { readonly otp: string };

export type ActivatedFactorDto = {
  readonly status: 'deactivated' | 'pending' | 'activated';
  readonly recovery_codes: readonly string[];
};

export type AffectedAccountsDto = { readonly affected_users: readonly AccountDto[] };

export type AlertChannelDto = {
  readonly id: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly name: string;
  readonly type: 'webhook' | 'email' | 'syslog';
  readonly format: 'cloudevents' | 'slack' | 'teams' | null;
  readonly origin: string;
  readonly addresses: readonly string[];
  readonly include_names: boolean;
  readonly headers: readonly string[];
  readonly enabled: boolean;
  readonly state: 'ok' | 'failing' | 'disabled';
  readonly disabled_reason: string;
  readonly last_attempt: string | null;
  readonly last_status: 'waiting' | 'delivered' | 'failed' | null;
  readonly failing_since: string | null;
  readonly former_secret_until: string | null;
};

export type AlertChannelSecretDto = { readonly id: string; readonly secret: string | null };

export type AlertConditionRequest = {
  readonly kinds?: readonly string[];
  readonly least_accounts?: number;
  readonly percent?: number;
  readonly types?: readonly string[];
  readonly least_severity?: 'critical' | 'high' | 'moderate' | 'low';
  readonly plan?: number;
  readonly of?: 'data' | 'clients';
  readonly hours?: number;
};

export type AlertDeliveryDto = {
  readonly id: number;
  readonly message_id: string;
  readonly occasion: string;
  readonly occurred_at: string;
  readonly status: 'waiting' | 'delivered' | 'failed';
  readonly attempts: number;
  readonly next_attempt: string | null;
  readonly last_attempt: string | null;
  readonly http_status: number | null;
  readonly duration_ms: number | null;
  readonly reason: string;
};

export type AlertRuleDto = {
  readonly id: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly name: string;
  readonly occasion:
    | 'tier_zero.changed'
    | 'way.new'
    | 'exposure.above'
    | 'exposure.below'
    | 'analysis.failed'
    | 'account.administrator_added'
    | 'token.created_for_administrator'
    | 'login.failures'
    | 'upload.failed'
    | 'job.failed'
    | 'collector.silent'
    | 'plan.step_done'
    | 'plan.step_returned'
    | 'finding.new'
    | 'finding.returned';
  readonly condition: AlertConditionRequest;
  readonly channels: readonly string[];
  readonly every: 'immediately' | 'hour' | 'day';
  readonly time_zone: string;
  readonly last_alert: string | null;
  readonly enabled: boolean;
  readonly environment: string | null;
  readonly tag: number | null;
  readonly include_names: boolean;
  readonly user_id: string | null;
  readonly stopped: 'account_deleted' | 'account_disabled' | 'permission_lost' | null;
};

export type AnalysisProgressDto = {
  readonly done: number;
  readonly of: number;
  readonly stage: 'nodes' | 'memberships' | 'rights' | 'tier zero' | 'data quality' | null;
};

export type AnalysisRunDto = {
  readonly id: string;
  readonly status: 'waiting' | 'running' | 'complete' | 'failed';
  readonly requested_at: string;
  readonly requested_by: string;
  readonly started_at: string | null;
  readonly finished_at: string | null;
  readonly duration: number | null;
  readonly progress: AnalysisProgressDto | null;
  readonly summary: AnalysisSummaryDto | null;
  readonly reason: string | null;
};

export type AnalysisStatusDto = {
  readonly status: 'idle' | 'waiting' | 'running';
  readonly current: AnalysisRunDto | null;
  readonly waiting: AnalysisRunDto | null;
  readonly last: AnalysisRunDto | null;
  readonly graph_version: number | null;
};

export type AnalysisSummaryDto = {
  readonly graph_version: number;
  readonly unchanged: boolean;
  readonly edges: readonly DerivedKindDto[];
  readonly skipped: readonly SkippedObjectsDto[];
  readonly tier_zero: number;
  readonly failed_selectors: readonly FailedSelectorDto[];
  readonly notes: readonly string[];
  readonly data_quality: DataQualityRowsDto;
};

export type ApiTokenDto = {
  readonly id: string;
  readonly type: 'signing' | 'provisioning' | 'reading';
  readonly name: string;
  readonly user_id: string | null;
  readonly sso_provider_id: NullInt32Dto;
  readonly created_at: string;
  readonly updated_at: string;
  readonly expires_at: NullTimeDto;
  readonly last_access: NullTimeDto;
  readonly grace_until: NullTimeDto;
};

export type AssetGroupDto = {
  readonly id: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly deleted_at: NullTimeDto;
  readonly name: string;
  readonly tag: string;
  readonly system_group: boolean;
  readonly selectors: readonly AssetGroupSelectorDto[];
  readonly member_count: number;
};

export type AssetGroupSelectorDto = {
  readonly id: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly deleted_at: NullTimeDto;
  readonly asset_group_id: number;
  readonly name: string;
  readonly selector: string;
  readonly system_selector: boolean;
};

export type AuditEntryDto = {
  readonly id: number;
  readonly at: string;
  readonly actor: string;
  readonly account_id: string | null;
  readonly action: string;
  readonly resource: string;
  readonly outcome: 'success' | 'failure';
  readonly details: { readonly [name: string]: unknown };
  readonly request_id: string | null;
};

export type AutoProvisionDto = {
  readonly enabled: boolean;
  readonly default_role_id: number;
  readonly role_provision: boolean;
};

export type AutoProvisionRequest = {
  readonly enabled?: boolean;
  readonly default_role_id?: 1 | 2 | 3 | 4 | 5 | 6;
  readonly role_provision?: boolean;
};

export type ChangePasswordRequest = {
  readonly current: string;
  readonly new: string;
  readonly revoke_tokens?: boolean;
};

export type ClientDto = {
  readonly id: string;
  readonly name: string;
  readonly type: 'directory' | 'cloud' | 'opengraph';
  readonly domain_controller: string;
  readonly version: string;
  readonly hostname: string;
  readonly address: string;
  readonly username: string;
  readonly user_sid: string;
  readonly last_checkin: NullTimeDto;
  readonly event_count: number;
  readonly events: readonly ClientEventDto[];
  readonly current_job_id: NullInt32Dto;
  readonly current_job: JobRecordDto | null;
  readonly completed_job_count: number;
  readonly created_at: string;
  readonly updated_at: string;
};

export type ClientEventDto = {
  readonly id: number;
  readonly client_id: string;
  readonly rrule: string;
  readonly session_collection: boolean;
  readonly local_group_collection: boolean;
  readonly ad_structure_collection: boolean;
  readonly cert_services_collection: boolean;
  readonly ca_registry_collection: boolean;
  readonly dc_registry_collection: boolean;
  readonly all_trusted_domains: boolean;
  readonly ous: readonly (OuReferenceDto | string)[];
  readonly domains: readonly (DomainReferenceDto | string)[];
  readonly next_scheduled_at: NullTimeDto;
  readonly created_at: string;
  readonly updated_at: string;
};

export type ClientTokenDto = { readonly id: string; readonly key: string };

export type CompletedTaskDto = {
  readonly id: number;
  readonly file_id: number;
  readonly file_name: string;
  readonly path: string | null;
  readonly status: 'complete' | 'incomplete' | 'failed';
  readonly format: 'sharphound' | 'azurehound' | 'opengraph' | null;
  readonly type: string | null;
  readonly records: number;
  readonly nodes: { readonly [name: string]: number };
  readonly edges: { readonly [name: string]: number };
  readonly ignored: { readonly [name: string]: number };
  readonly changes: TaskChangesDto | null;
  readonly fault_count: number;
  readonly faults: readonly TaskFaultDto[];
  readonly finish_time: string;
};

export type CookieLoginRequest = { readonly username: string; readonly secret: string; readonly otp?: string };

export type CookieSessionDto = {
  readonly user_id: string;
  readonly auth_expired: boolean;
  readonly factor_missing: boolean;
  readonly codes_blocked_at: string | null;
};

export type CreateAccountRequest = {
  readonly name: string;
  readonly role: 'administrator' | 'power_user' | 'user' | 'auditor' | 'read_only' | 'upload_only';
  readonly password?: string;
  readonly sso_provider_id?: number | null;
  readonly email?: string | null;
};

export type CreateAlertChannelRequest = {
  readonly name: string;
  readonly type?: 'webhook' | 'email' | 'syslog';
  readonly url?: string;
  readonly addresses?: readonly string[];
  readonly include_names?: boolean;
  readonly headers?: { readonly [name: string]: string };
  readonly format?: 'cloudevents' | 'slack' | 'teams';
};

export type CreateAlertRuleRequest = {
  readonly name: string;
  readonly occasion:
    | 'tier_zero.changed'
    | 'way.new'
    | 'exposure.above'
    | 'exposure.below'
    | 'analysis.failed'
    | 'account.administrator_added'
    | 'token.created_for_administrator'
    | 'login.failures'
    | 'upload.failed'
    | 'job.failed'
    | 'collector.silent'
    | 'plan.step_done'
    | 'plan.step_returned'
    | 'finding.new'
    | 'finding.returned';
  readonly condition?: AlertConditionRequest;
  readonly channels: readonly string[];
  readonly every?: 'immediately' | 'hour' | 'day';
  readonly time_zone?: string;
  readonly enabled?: boolean;
  readonly environment?: string | null;
  readonly tag?: number;
  readonly include_names?: boolean;
};

export type CreateApiTokenRequest = {
  readonly type?: 'signing' | 'provisioning' | 'reading';
  readonly sso_provider_id?: number;
  readonly token_name: string;
  readonly user_id?: string;
  readonly expires_at?: string;
};

export type CreateClientRequest = {
  readonly domain_controller?: string;
  readonly name: string;
  readonly type: 'directory' | 'cloud' | 'opengraph';
};

export type CreateEventRequest = {
  readonly session_collection?: boolean;
  readonly local_group_collection?: boolean;
  readonly ad_structure_collection?: boolean;
  readonly cert_services_collection?: boolean;
  readonly ca_registry_collection?: boolean;
  readonly dc_registry_collection?: boolean;
  readonly all_trusted_domains?: boolean;
  readonly ous?: readonly string[];
  readonly domains?: readonly string[];
  readonly title?: string;
  readonly rrule: string;
  readonly client_id: string;
};

export type CreateJobRequest = {
  readonly session_collection?: boolean;
  readonly local_group_collection?: boolean;
  readonly ad_structure_collection?: boolean;
  readonly cert_services_collection?: boolean;
  readonly ca_registry_collection?: boolean;
  readonly dc_registry_collection?: boolean;
  readonly all_trusted_domains?: boolean;
  readonly ous?: readonly string[];
  readonly domains?: readonly string[];
  readonly domain_controller?: string;
};

export type CreateOidcProviderRequest = {
  readonly name: string;
  readonly issuer: string;
  readonly client_id: string;
  readonly client_secret?: string;
  readonly principal_attribute_mappings?: readonly string[];
  readonly config?: ProviderConfigRequest;
};

export type CreatePictureRequest = { readonly name?: string | null; readonly state: PictureState };

export type CreatePlanRequest = {
  readonly name: string;
  readonly question?: { readonly [name: string]: unknown };
  readonly until?: number;
};

export type CreateReportRequest = {
  readonly tags?: readonly string[];
  readonly environments?: readonly string[];
  readonly since?: string;
  readonly sections?: readonly ('exposure' | 'plan' | 'changes' | 'findings' | 'quality' | 'method')[];
  readonly rrule?: string | null;
  readonly recipients?: readonly string[];
  readonly hide_names?: boolean;
  readonly name: string;
};

export type CreateSavedQueryRequest = {
  readonly name: string;
  readonly query: string;
  readonly description?: string;
  readonly category?: string;
};

export type CreateTagSelectorRequest = {
  readonly name: string;
  readonly seeds: readonly SeedRequest[];
  readonly description?: string;
  readonly auto_certify?: 0 | 1 | 2;
  readonly disabled?: boolean;
};

export type CreatedApiTokenDto = {
  readonly id: string;
  readonly type: 'signing' | 'provisioning' | 'reading';
  readonly name: string;
  readonly user_id: string | null;
  readonly sso_provider_id: NullInt32Dto;
  readonly created_at: string;
  readonly updated_at: string;
  readonly expires_at: NullTimeDto;
  readonly last_access: NullTimeDto;
  readonly key: string;
};

export type CreatedClientDto = {
  readonly id: string;
  readonly name: string;
  readonly type: 'directory' | 'cloud' | 'opengraph';
  readonly domain_controller: string;
  readonly version: string;
  readonly hostname: string;
  readonly address: string;
  readonly username: string;
  readonly user_sid: string;
  readonly last_checkin: NullTimeDto;
  readonly event_count: number;
  readonly events: readonly ClientEventDto[];
  readonly current_job_id: NullInt32Dto;
  readonly current_job: JobRecordDto | null;
  readonly completed_job_count: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly token: ClientTokenDto;
};

export type CustomNodeConfigDto = { readonly icon: IconDto };

export type CustomNodeDto = { readonly id: number; readonly kindName: string; readonly config: CustomNodeConfigDto };

export type CypherGraphDto = {
  readonly nodes: { readonly [name: string]: UnifiedNodeDto };
  readonly edges: readonly UnifiedEdgeDto[];
  readonly literals: readonly { readonly key: string; readonly value: unknown }[];
  readonly node_keys?: readonly string[];
  readonly edge_keys?: readonly string[];
};

export type CypherPlanDto = { readonly plan: readonly string[] };

export type CypherRequestDto = {
  readonly query: string;
  readonly include_properties?: boolean;
  readonly parameters?: { readonly [name: string]: unknown };
  readonly form?: 'graph' | 'table';
  readonly explain?: boolean;
};

export type CypherTableDto = { readonly columns: readonly string[]; readonly rows: readonly (readonly unknown[])[] };

export type DataQualityRowsDto = { readonly tenants: number; readonly domains: number };

export type DataQualityStatDto = {
  readonly id: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly deleted_at: NullTimeDto;
  readonly environment_id: string;
  readonly run_id: string;
  readonly extension_id: number;
  readonly environment_kind_id: number;
  readonly metric_type: 'node' | 'relationship';
  readonly metric_name: string;
  readonly metric_value: number;
  readonly kind_id: number | null;
};

export type DecideDeviceRequest = {
  readonly secret?: string;
  readonly otp?: string;
  readonly user_code: string;
  readonly is_approved: boolean;
};

export type DerivedKindDto = { readonly kind: string; readonly created: number; readonly removed: number };

export type DomainDataQualityDto = {
  readonly id: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly deleted_at: NullTimeDto;
  readonly domainsid: string;
  readonly users: number;
  readonly groups: number;
  readonly computers: number;
  readonly ous: number;
  readonly containers: number;
  readonly gpos: number;
  readonly aiacas: number;
  readonly rootcas: number;
  readonly enterprisecas: number;
  readonly ntauthstores: number;
  readonly certtemplates: number;
  readonly issuancepolicies: number;
  readonly sites: number;
  readonly siteservers: number;
  readonly sitesubnets: number;
  readonly acls: number;
  readonly sessions: number;
  readonly relationships: number;
  readonly session_completeness: number;
  readonly local_group_completeness: number;
  readonly run_id: string;
};

export type DomainDto = {
  readonly domainsid: string;
  readonly name: string;
  readonly collected: boolean;
  readonly last_seen: string;
};

export type DomainReferenceDto = {
  readonly objectid: string;
  readonly name: string;
  readonly exists: boolean;
  readonly type: string;
};

export type DomainResultDto = {
  readonly id: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly deleted_at: NullTimeDto;
  readonly job_id: number;
  readonly domain_name: string;
  readonly success: boolean;
  readonly message: string;
  readonly user_count: number;
  readonly group_count: number;
  readonly computer_count: number;
  readonly gpo_count: number;
  readonly ou_count: number;
  readonly container_count: number;
  readonly aiaca_count: number;
  readonly rootca_count: number;
  readonly enterpriseca_count: number;
  readonly ntauthstore_count: number;
  readonly certtemplate_count: number;
  readonly deleted_count: number;
};

export type EdgeCountsDto = { readonly out: readonly KindOfEdgesDto[]; readonly in: readonly KindOfEdgesDto[] };

export type EdgeFixesDto = { readonly reasons: readonly EdgeReasonDto[] };

export type EdgeReasonDto = { readonly fixes: readonly PlanWayFixDto[] };

export type EdgeRowDto = {
  readonly source: string;
  readonly source_name: string;
  readonly source_kind: string;
  readonly kind: string;
  readonly target: string;
  readonly target_name: string;
  readonly target_kind: string;
  readonly last_seen: string | null;
  readonly properties: { readonly [name: string]: unknown };
};

export type EnrolledFactorDto = { readonly totp_secret: string; readonly totp_uri: string };

export type EntityCountDto = { readonly count: number };

export type EntityDto = {
  readonly objectID: string;
  readonly name: string;
  readonly label: string;
  readonly kinds: readonly string[];
};

export type EntityEdgeDto = { readonly source: string; readonly target: string; readonly kind: string };

export type EntityGraphDto = {
  readonly nodes: readonly EntityDto[];
  readonly edges: readonly EntityEdgeDto[];
  readonly truncated: boolean;
};

export type EnvironmentDto = {
  readonly environment_id: string;
  readonly name: string;
  readonly kind: string;
  readonly extension: string;
  readonly collected: boolean;
  readonly last_seen: string;
};

export type EventPlanRequest = {
  readonly session_collection?: boolean;
  readonly local_group_collection?: boolean;
  readonly ad_structure_collection?: boolean;
  readonly cert_services_collection?: boolean;
  readonly ca_registry_collection?: boolean;
  readonly dc_registry_collection?: boolean;
  readonly all_trusted_domains?: boolean;
  readonly ous?: readonly string[];
  readonly domains?: readonly string[];
  readonly title?: string;
  readonly rrule: string;
};

export type ExampleEdgeDto = { readonly source: string; readonly kind: string; readonly target: string };

export type ExpandRequest = {
  readonly node: string;
  readonly direction: 'in' | 'out';
  readonly relationship_kinds?: readonly string[];
  readonly kind?: string;
  readonly where?: readonly string[];
  readonly skip?: number;
  readonly limit?: number;
};

export type ExposureDto = {
  readonly accounts: number;
  readonly reaching: number;
  readonly share: number;
  readonly unknown_enabled: number;
  readonly before?: number;
  readonly after?: number;
  readonly lost?: number;
  readonly groups: readonly ExposureGroupDto[];
};

export type ExposureGroupDto = {
  readonly accounts: number;
  readonly reaching: number;
  readonly share: number;
  readonly unknown_enabled: number;
  readonly before?: number;
  readonly after?: number;
  readonly lost?: number;
  readonly kind: string;
  readonly domain: string | null;
  readonly environment_id: string | null;
};

export type ExposureHistoryDto = {
  readonly start: string;
  readonly end: string;
  readonly points: readonly ExposurePointDto[];
  readonly truncated: boolean;
};

export type ExposurePointDto = {
  readonly run_id: string;
  readonly at: string;
  readonly version: number;
  readonly accounts: number;
  readonly reaching: number;
  readonly is_break: boolean;
};

export type FactorStateDto = {
  readonly status: 'deactivated' | 'pending' | 'activated';
  readonly recovery_codes_left: number;
};

export type FailedSelectorDto = {
  readonly id: number;
  readonly name: string;
  readonly tag: string;
  readonly reason: string;
};

export type FileUploadDto = {
  readonly id: number;
  readonly user_id: string | null;
  readonly user_name: string;
  readonly status: 'running' | 'ingesting' | 'analyzing' | 'complete' | 'partially_complete' | 'failed' | 'timed_out';
  readonly status_message: string;
  readonly start_time: string;
  readonly last_ingest: string;
  readonly end_time: string | null;
  readonly finish_time: string | null;
  readonly analysis_run_id: string | null;
  readonly data_expire_time: string | null;
  readonly session_expire_time: string | null;
  readonly total_files: number;
  readonly failed_files: number;
  readonly progress: FileUploadProgressDto;
};

export type FileUploadFilesDto = {
  readonly queued: number;
  readonly reading: number;
  readonly writing: number;
  readonly complete: number;
  readonly incomplete: number;
  readonly failed: number;
};

export type FileUploadProgressDto = {
  readonly percent: number;
  readonly bytes_done: number;
  readonly bytes_total: number;
  readonly bytes_per_second: number | null;
  readonly files: FileUploadFilesDto;
};

export type FindDeviceRequest = { readonly user_code: string };

export type FindingDetailDto = {
  readonly id: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly deleted_at: NullTimeDto;
  readonly Finding: string;
  readonly DomainSID: string;
  readonly AcceptedUntil: string;
  readonly Accepted: boolean;
  readonly AcceptReason: string;
  readonly ImpactPercentage: number;
  readonly ImpactCount: number;
  readonly ExposurePercentage: number;
  readonly ExposureCount: number;
  readonly Severity: 'critical' | 'high' | 'moderate' | 'low';
  readonly Principal?: string;
  readonly PrincipalKind?: string;
  readonly PrincipalName?: string;
  readonly Props?: { readonly [name: string]: unknown };
  readonly FromPrincipal?: string;
  readonly FromPrincipalKind?: string;
  readonly FromPrincipalName?: string;
  readonly FromPrincipalProps?: { readonly [name: string]: unknown };
  readonly ToPrincipal?: string;
  readonly ToPrincipalKind?: string;
  readonly ToPrincipalName?: string;
  readonly ToPrincipalProps?: { readonly [name: string]: unknown };
  readonly PrincipalHash?: string;
};

export type FindingDto = {
  readonly id: number;
  readonly severity: 'critical' | 'high' | 'moderate' | 'low';
  readonly finding_type: 'relationship' | 'list';
  readonly finding: string;
  readonly title: string;
  readonly platform: string;
  readonly environment_id: string;
  readonly environment_name: string;
  readonly asset_group_tag_id: number;
  readonly zone_name: string;
  readonly source_principal_id: string;
  readonly source_principal_kind: string;
  readonly source_principal_name: string;
  readonly target_principal_id: string;
  readonly target_principal_kind: string;
  readonly target_principal_name: string;
  readonly status: 'active' | 'accepted' | 'remediated';
  readonly first_seen: string;
  readonly last_seen: string;
  readonly risk: number;
  readonly exposure_count: number;
  readonly exposure_percentage: number;
  readonly freed: number | null;
  readonly shared: number | null;
  readonly impact_count: number;
  readonly impact_percentage: number;
  readonly accepted_until: NullTimeDto;
  readonly accept_reason: string;
};

export type FindingTrendDto = {
  readonly environment_ids: readonly string[];
  readonly finding: string;
  readonly display_title: string;
  readonly display_type: string;
  readonly composite_risk: number;
  readonly severity: 'critical' | 'high' | 'moderate' | 'low';
  readonly finding_count_start: number;
  readonly finding_count_end: number;
  readonly finding_count_increase: number;
  readonly finding_count_decrease: number;
  readonly impact_count: number;
  readonly exposure_count: number;
  readonly archived_count: number;
};

export type FindingTrendsDto = {
  readonly start: string;
  readonly end: string;
  readonly environments: readonly string[];
  readonly data: TrendsDto;
};

export type FindingTypeDto = {
  readonly finding: string;
  readonly title: string;
  readonly relationship_kind?: string;
  readonly description?: string;
  readonly remediation?: string;
};

export type GraphBreakDto = { readonly at: string; readonly reason: 'deletion' | 'expiry' | 'restore' | 'rules' };

export type GraphChangeDto = {
  readonly change: 'came' | 'went' | 'changed';
  readonly type: 'edge' | 'node';
  readonly kind: string;
  readonly domain: string | null;
  readonly environment_id: string | null;
  readonly source: string;
  readonly source_name: string;
  readonly source_kind: string;
  readonly target: string | null;
  readonly target_name: string | null;
  readonly target_kind: string | null;
  readonly properties: { readonly [name: string]: { readonly from: unknown; readonly to: unknown } } | null;
};

export type GraphChangeGroupDto = {
  readonly type: 'edge' | 'node';
  readonly kind: string;
  readonly domain: string | null;
  readonly environment_id: string | null;
  readonly came: number;
  readonly went: number;
  readonly changed: number;
};

export type GroupRoleDto = {
  readonly group: string;
  readonly role: 'administrator' | 'power_user' | 'user' | 'auditor' | 'read_only' | 'upload_only';
};

export type GroupRoleRequest = {
  readonly group: string;
  readonly role: 'administrator' | 'power_user' | 'user' | 'auditor' | 'read_only' | 'upload_only';
};

export type HiddenPathsDto = {
  readonly hidden: true;
  readonly sources: readonly string[];
  readonly targets: readonly string[];
};

export type HiddenStubDto = { readonly hidden: boolean };

export type IconDto = { readonly type: string; readonly name: string; readonly color: string };

export type ImportedQueriesDto = { readonly imported: number; readonly faults: readonly LeftOutQueryDto[] };

export type JobDto = {
  readonly id: number;
  readonly client_id: string;
  readonly client_name: string;
  readonly event_id: NullInt32Dto;
  readonly execution_time: string;
  readonly start_time: string | null;
  readonly end_time: string | null;
  readonly status:
    | 'ready'
    | 'running'
    | 'ingesting'
    | 'analyzing'
    | 'complete'
    | 'partially_complete'
    | 'failed'
    | 'canceled'
    | 'timed_out';
  readonly status_message: string;
  readonly domain_controller: string;
  readonly session_collection: boolean;
  readonly local_group_collection: boolean;
  readonly ad_structure_collection: boolean;
  readonly cert_services_collection: boolean;
  readonly ca_registry_collection: boolean;
  readonly dc_registry_collection: boolean;
  readonly all_trusted_domains: boolean;
  readonly ous: readonly (OuReferenceDto | string)[];
  readonly domains: readonly (DomainReferenceDto | string)[];
  readonly domain_results: readonly DomainResultDto[];
};

export type JobLogDto = { readonly log: string };

export type JobRecordDto = {
  readonly id: number;
  readonly client_id: string;
  readonly client_name: string;
  readonly event_id: NullInt32Dto;
  readonly execution_time: string;
  readonly start_time: string | null;
  readonly end_time: string | null;
  readonly status:
    | 'ready'
    | 'running'
    | 'ingesting'
    | 'analyzing'
    | 'complete'
    | 'partially_complete'
    | 'failed'
    | 'canceled'
    | 'timed_out';
  readonly status_message: string;
  readonly domain_controller: string;
  readonly session_collection: boolean;
  readonly local_group_collection: boolean;
  readonly ad_structure_collection: boolean;
  readonly cert_services_collection: boolean;
  readonly ca_registry_collection: boolean;
  readonly dc_registry_collection: boolean;
  readonly all_trusted_domains: boolean;
  readonly ous: readonly (OuReferenceDto | string)[];
  readonly domains: readonly (DomainReferenceDto | string)[];
  readonly domain_results: readonly DomainResultDto[];
  readonly created_at: string;
  readonly updated_at: string;
  readonly deleted_at: NullTimeDto;
  readonly event_title: string;
  readonly log_path: string | null;
  readonly last_ingest: string | null;
};

export type KeptPlanDto = {
  readonly id: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly name: string;
  readonly user_id: string | null;
  readonly question: { readonly [name: string]: unknown };
  readonly until: number | null;
  readonly exposed: number | null;
  readonly remaining: number | null;
  readonly cost: number | null;
  readonly lower_bound: number | null;
  readonly steps: number;
  readonly done: number;
  readonly returned: number;
  readonly checked_at: string;
  readonly problem: string | null;
};

export type KeptStepDto = {
  readonly key: string;
  readonly place: number;
  readonly sort:
    | 'entry'
    | 'member'
    | 'role'
    | 'policy'
    | 'local'
    | 'logon'
    | 'session'
    | 'delegation'
    | 'history'
    | 'trustees'
    | 'smb'
    | 'smb_domain'
    | 'ldap'
    | 'webclient'
    | 'enrolment'
    | 'template'
    | 'authority'
    | 'mapping'
    | 'inheritance'
    | 'block'
    | 'link'
    | 'sync'
    | 'identity'
    | 'trust'
    | 'edge'
    | 'disable';
  readonly text: string;
  readonly cost: number;
  readonly stage: number;
  readonly gain: number | null;
  readonly remaining_after: number | null;
  readonly at_objectid: string;
  readonly at_name: string;
  readonly at_kind: string;
  readonly by_objectid: string | null;
  readonly by_name: string | null;
  readonly by_kind: string | null;
  readonly remedy: string | null;
  readonly owner: string | null;
  readonly note: string;
  readonly state: 'open' | 'planned' | 'declined';
  readonly not_before: string | null;
  readonly found: 'open' | 'done' | 'partly' | 'obsolete' | 'returned' | 'unknown';
  readonly found_since: string;
  readonly facts: number | null;
  readonly facts_left: number | null;
};

export type KindDescriptionDto = {
  readonly name: string;
  readonly family: string;
  readonly is_traversable: boolean;
  readonly sentence: string;
  readonly rule: string;
  readonly meaning: string;
  readonly danger: string;
  readonly detection: string;
  readonly remediation: string;
  readonly references: readonly string[];
  readonly example?: KindExampleDto;
};

export type KindExampleDto = { readonly edges: readonly ExampleEdgeDto[]; readonly derived: ExampleEdgeDto };

export type KindNamesDto = {
  readonly kinds: readonly string[];
  readonly descriptions?: readonly KindDescriptionDto[];
  readonly panels?: readonly KindTextsDto[];
  readonly properties?: readonly KnownPropertyDto[];
};

export type KindOfEdgesDto = {
  readonly kind: string;
  readonly count: number;
  readonly tier_zero: number;
  readonly neighbours: { readonly [name: string]: number };
};

export type KindPanelDto = { readonly title: string; readonly content: string };

export type KindTextsDto = {
  readonly name: string;
  readonly description: string;
  readonly panels: readonly KindPanelDto[];
};

export type KnownPropertyDto = {
  readonly name: string;
  readonly type: 'boolean' | 'time' | 'number' | 'text' | 'texts';
  readonly kinds: readonly string[];
};

export type LeftOutQueryDto = { readonly context: string; readonly message: string };

export type LinkedEntityDto = {
  readonly objectID: string;
  readonly name: string;
  readonly label: string;
  readonly kinds: readonly string[];
  readonly href: string;
  readonly props?: { readonly [name: string]: unknown };
};

export type LoginProviderDto = { readonly slug: string; readonly name: string; readonly type: 'SAML' | 'OIDC' };

export type MemberCountsDto = { readonly total_count: number; readonly counts: { readonly [name: string]: number } };

export type NeighbourhoodDto = {
  readonly nodes: { readonly [name: string]: PictureNodeDto };
  readonly edges: readonly UnifiedEdgeDto[];
  readonly shown: { readonly [name: string]: PictureKeyDto };
  readonly count: number;
  readonly gone: number;
  readonly truncated: boolean;
};

export type NeighbourhoodRequest = {
  readonly shown?: readonly string[];
  readonly add?: readonly string[];
  readonly expand?: ExpandRequest;
  readonly relationship_kinds?: readonly string[];
};

export type NewWayDto = {
  readonly objectid: string;
  readonly name: string;
  readonly kind: string;
  readonly domain: string | null;
  readonly environment_id: string | null;
  readonly steps: number;
  readonly new_steps: number;
  readonly way: readonly WayEdgeDto[];
  readonly stub?: HiddenStubDto;
  readonly href: string;
};

export type NewWayGroupDto = {
  readonly edge: OpeningEdgeDto | null;
  readonly stub?: HiddenStubDto;
  readonly accounts: number;
  readonly objectid: string;
  readonly name: string;
  readonly kind: string;
};

export type NullBoolDto = { readonly bool: boolean; readonly valid: boolean };

export type NullInt32Dto = { readonly int32: number; readonly valid: boolean };

export type NullStringDto = { readonly string: string; readonly valid: boolean };

export type NullTimeDto = { readonly time: string | null; readonly valid: boolean };

export type OccurrencesDto = { readonly times: readonly string[] };

export type OccurrencesRequest = { readonly rrule: string };

export type OneTagDto = { readonly tag: TagDto };

export type OneTagMemberDto = { readonly member: TagMemberWithSelectorsDto };

export type OpenedPictureDto = {
  readonly id: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly user_id: string;
  readonly name: string | null;
  readonly public: boolean;
  readonly scope: string;
  readonly state: PictureState;
  readonly gone: number;
  readonly changes: readonly PictureChangeDto[] | null;
  readonly shared_to_user_ids: readonly string[];
};

export type OpeningEdgeDto = {
  readonly source: string;
  readonly source_name: string;
  readonly source_kind: string;
  readonly kind: string;
  readonly target: string;
  readonly target_name: string;
  readonly target_kind: string;
};

export type OuReferenceDto = {
  readonly objectid: string;
  readonly name: string;
  readonly exists: boolean;
  readonly type: string;
  readonly distinguishedname: string;
};

export type OverviewDto = {
  readonly run_id: string | null;
  readonly is_current: boolean;
  readonly version: number | null;
  readonly finished_at: string | null;
  readonly zones: readonly OverviewZoneDto[];
  readonly unknown_reach: number;
  readonly plan_state: 'none' | 'pending' | 'made' | 'too_large' | 'failed';
  readonly plan: OverviewPlanDto | null;
};

export type OverviewEnvironmentDto = {
  readonly environment_id: string;
  readonly name: string;
  readonly accounts: number;
  readonly reaching: number;
};

export type OverviewPlanDto = {
  readonly exposed: number;
  readonly structural: number;
  readonly complete: boolean;
  readonly stages: readonly PlanStageDto[];
  readonly steps: readonly PlanStepDto[];
  readonly notes: readonly string[];
};

export type OverviewZoneDto = {
  readonly id: number;
  readonly name: string;
  readonly accounts: number;
  readonly reaching: number;
  readonly environments: readonly OverviewEnvironmentDto[];
};

export type OwnSessionDto = {
  readonly id: string;
  readonly kind: 'bearer' | 'cookie' | 'command_line';
  readonly address: string | null;
  readonly program: string | null;
  readonly created_at: string;
  readonly expires_at: string;
  readonly last_used: string;
  readonly idle_until: NullTimeDto;
  readonly former_visit: NullTimeDto;
  readonly is_current: boolean;
};

export type PasskeyDto = {
  readonly id: string;
  readonly name: string;
  readonly created_at: string;
  readonly last_used: string | null;
};

export type PasskeyLoginRequest = { readonly state: string; readonly response: { readonly [name: string]: unknown } };

export type PasskeyOptionsDto = { readonly options: { readonly [name: string]: unknown }; readonly state: string };

export type PictureBox = {
  readonly layer: number;
  readonly objects: readonly string[];
  readonly neighbours?: PictureNeighbours;
  readonly hidden?: boolean;
  readonly marked?: boolean;
  readonly y?: number;
  readonly note?: string;
};

export type PictureChangeDto = {
  readonly change: 'came' | 'went';
  readonly source: string;
  readonly kind: string;
  readonly target: string;
};

export type PictureDto = {
  readonly id: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly user_id: string;
  readonly name: string | null;
  readonly public: boolean;
  readonly scope: string;
};

export type PictureKeyDto = { readonly objectid: string };

export type PictureNeighbours = {
  readonly of: string;
  readonly direction: 'in' | 'out';
  readonly relationship_kind: string;
};

export type PictureNodeDto = {
  readonly objectid: string;
  readonly name: string;
  readonly kind: string;
  readonly environment_id: string | null;
  readonly tier_zero: boolean;
  readonly owned: boolean;
  readonly enabled: boolean | null;
  readonly last_seen: string;
};

export type PictureState = {
  readonly boxes: readonly PictureBox[];
  readonly hidden_kinds?: readonly string[];
  readonly view?: PictureView;
  readonly graph_version?: number;
};

export type PictureView = { readonly x: number; readonly y: number; readonly zoom: number };

export type PlanCertificateDto = {
  readonly price: readonly number[] | null;
  readonly denominator: number;
  readonly sum: number;
  readonly bound: number;
  readonly bound_by: 'ways' | 'search';
  readonly ways: readonly PlanWayDto[];
  readonly shown: number;
  readonly of: number;
};

export type PlanDto = {
  readonly exposed: number;
  readonly remaining: number;
  readonly cost: number;
  readonly lower_bound: number;
  readonly smallest: boolean;
  readonly fewest_accounts: number;
  readonly complete: boolean;
  readonly checked: 'derived' | 'view' | 'none';
  readonly structural: StructuralDto;
  readonly stages: readonly PlanStageDto[];
  readonly certificate: PlanCertificateDto | null;
  readonly zones: readonly PlanZoneDto[];
  readonly steps: readonly PlanStepDto[];
};

export type PlanEdgeDto = {
  readonly source: string;
  readonly source_name: string;
  readonly source_kind: string;
  readonly kind: string;
  readonly target: string;
  readonly target_name: string;
  readonly target_kind: string;
};

export type PlanNodeDto = {
  readonly objectid: string;
  readonly name: string;
  readonly kind: string;
  readonly href: string;
};

export type PlanStageDto = {
  readonly cost: number;
  readonly cost_so_far: number;
  readonly steps: number;
  readonly remaining: number;
  readonly proven: boolean;
  readonly comes_back: number;
  readonly checked: boolean;
  readonly opened: number;
};

export type PlanStepDto = {
  readonly key: string;
  readonly sort:
    | 'entry'
    | 'member'
    | 'role'
    | 'policy'
    | 'local'
    | 'logon'
    | 'session'
    | 'delegation'
    | 'history'
    | 'trustees'
    | 'smb'
    | 'smb_domain'
    | 'ldap'
    | 'webclient'
    | 'enrolment'
    | 'template'
    | 'authority'
    | 'mapping'
    | 'inheritance'
    | 'block'
    | 'link'
    | 'sync'
    | 'identity'
    | 'trust'
    | 'edge'
    | 'disable';
  readonly text: string;
  readonly cost: number;
  readonly stage: number;
  readonly replaced_in_stage: number | null;
  readonly edges: number;
  readonly objects: number;
  readonly guessed: boolean;
  readonly remaining_after: number;
  readonly gain: number;
  readonly at: PlanNodeDto;
  readonly by: PlanNodeDto | null;
  readonly remedy: string | null;
  readonly detection: string | null;
  readonly takes_away: PlanTakesAwayDto;
};

export type PlanTakesAwayDto = { readonly accounts: number; readonly pairs: number; readonly at_least: boolean };

export type PlanWayDto = {
  readonly account: PlanNodeDto;
  readonly accounts: number;
  readonly weight: number;
  readonly way: readonly PlanEdgeDto[];
  readonly stub?: HiddenStubDto;
  readonly fixes: readonly PlanWayFixDto[];
};

export type PlanWayFixDto = { readonly key: string; readonly text: string; readonly cost: number };

export type PlanZoneDto = {
  readonly tag: string | null;
  readonly cost: number;
  readonly lower_bound: number;
  readonly alone: number;
  readonly remaining: number;
};

export type PostureHistoryDto = {
  readonly start: string;
  readonly end: string;
  readonly environments: readonly string[];
  readonly data_type:
    | 'findings'
    | 'exposure'
    | 'assets'
    | 'session-completeness'
    | 'group-completeness'
    | 'attack-paths'
    | 'archived-findings';
  readonly data: readonly PostureValueDto[];
};

export type PostureValueDto = { readonly date: string; readonly value: number };

export type PreviewSelectorsRequest = { readonly seeds: readonly SeedRequest[]; readonly expansion?: 0 | 1 | 2 | 3 };

export type ProofRequest = { readonly secret?: string; readonly otp?: string };

export type ProviderCertificateDto = { readonly fingerprint: string; readonly expires_at: string };

export type ProviderConfigRequest = {
  readonly auto_provision?: AutoProvisionRequest;
  readonly require_signed_response?: boolean;
  readonly allow_idp_initiated?: boolean;
  readonly trust_email?: boolean;
  readonly allow_administrator?: boolean;
  readonly subject?: string | null;
  readonly role_claim?: string | null;
  readonly require?: RequiredClaimRequest | null;
  readonly group_roles?: readonly GroupRoleRequest[];
};

export type RankingRowDto = {
  readonly objectid: string;
  readonly name: string;
  readonly kind: string;
  readonly edge: string | null;
  readonly target: string | null;
  readonly target_name: string | null;
  readonly target_kind: string | null;
  readonly count: number;
  readonly href: string;
};

export type ReachableDto = {
  readonly count: number;
  readonly tier_zero: number;
  readonly kinds: { readonly [name: string]: number };
};

export type ReadyQuestionDto = {
  readonly name: string;
  readonly topic: string;
  readonly sentence: string;
  readonly call: string;
  readonly parameter: 'object' | 'edge' | null;
  readonly object_kind: string | null;
};

export type RecoveryCodesDto = { readonly recovery_codes: readonly string[] };

export type RegisterPasskeyRequest = {
  readonly state: string;
  readonly response: { readonly [name: string]: unknown };
  readonly name: string;
};

export type RegisteredPasskeyDto = { readonly id: string; readonly recovery_codes: readonly string[] };

export type RemovedFactorDto = { readonly status: 'deactivated' | 'pending' | 'activated' };

export type ReplaceClientRequest = { readonly domain_controller?: string; readonly name: string };

export type ReportDocumentDto = {
  readonly id: string;
  readonly report_id: number | null;
  readonly name: string;
  readonly created_at: string;
  readonly status: 'waiting' | 'ready' | 'failed';
  readonly reason: string;
};

export type ReportDto = {
  readonly id: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly name: string;
  readonly tags: readonly string[];
  readonly environments: readonly string[];
  readonly since: string;
  readonly sections: readonly string[];
  readonly rrule: string | null;
  readonly recipients: readonly string[];
  readonly hide_names: boolean;
  readonly next_at: string | null;
  readonly user_id: string | null;
  readonly stopped: 'account_deleted' | 'account_disabled' | 'permission_lost' | null;
};

export type RequiredClaimDto = { readonly claim: string; readonly any_of: readonly string[] };

export type RequiredClaimRequest = { readonly claim: string; readonly any_of: readonly string[] };

export type RoleDto = {
  readonly role: 'administrator' | 'power_user' | 'user' | 'auditor' | 'read_only' | 'upload_only';
  readonly permissions: readonly (
    | 'self:manage'
    | 'graph:read'
    | 'graph:write'
    | 'graph:delete'
    | 'providers:read'
    | 'providers:manage'
    | 'collection:read'
    | 'collection:manage'
    | 'ingest:write'
    | 'users:manage'
    | 'tokens:manage-own'
    | 'audit:read'
    | 'metrics:read'
    | 'queries:run'
    | 'queries:read'
    | 'queries:write'
    | 'plans:write'
    | 'alerts:read'
    | 'alerts:manage'
    | 'reports:write'
    | 'collector:call'
    | 'accounts:provision'
  )[];
  readonly meanings: readonly string[];
};

export type SavedQueryDto = {
  readonly id: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly deleted_at: NullTimeDto;
  readonly user_id: string | null;
  readonly name: string;
  readonly query: string;
  readonly description: string;
  readonly category: string;
  readonly scope: string;
};

export type SearchResultDto = {
  readonly objectid: string;
  readonly type: string;
  readonly name: string;
  readonly distinguishedname: string;
  readonly system_tags: string;
  readonly kinds: readonly string[];
  readonly domain: string | null;
  readonly environment_id: string | null;
  readonly tier_zero: boolean;
  readonly href: string;
  readonly props?: { readonly [name: string]: unknown };
};

export type SeedDto = { readonly type: 1 | 2; readonly value: string };

export type SeedRequest = { readonly type: 1 | 2; readonly value: string };

export type SelectionPreviewDto = { readonly count: number; readonly members: readonly TagMemberDto[] };

export type SelectorChangesDto = {
  readonly added_selectors: readonly AssetGroupSelectorDto[];
  readonly removed_selectors: readonly AssetGroupSelectorDto[];
};

export type SelectorCountsDto = { readonly members: number };

export type SelectorRequest = { readonly name: string; readonly selector: string };

export type SelfDto = {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly role: 'administrator' | 'power_user' | 'user' | 'auditor' | 'read_only' | 'upload_only';
  readonly totp_active: boolean;
  readonly passkeys: number;
  readonly is_disabled: boolean;
  readonly environments: readonly string[] | null;
  readonly sees_nodes_of_none: boolean;
  readonly created_at: string;
  readonly updated_at: string;
  readonly last_login: NullTimeDto;
  readonly sso_provider_id: NullInt32Dto;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly permissions: readonly (
    | 'self:manage'
    | 'graph:read'
    | 'graph:write'
    | 'graph:delete'
    | 'providers:read'
    | 'providers:manage'
    | 'collection:read'
    | 'collection:manage'
    | 'ingest:write'
    | 'users:manage'
    | 'tokens:manage-own'
    | 'audit:read'
    | 'metrics:read'
    | 'queries:run'
    | 'queries:read'
    | 'queries:write'
    | 'plans:write'
    | 'alerts:read'
    | 'alerts:manage'
    | 'reports:write'
    | 'collector:call'
    | 'accounts:provision'
  )[];
  readonly factor_missing: boolean;
  readonly sso_slug: string | null;
};

export type SharePictureRequest = { readonly public?: boolean; readonly user_ids?: readonly string[] };

export type SkippedObjectsDto = { readonly kind: string; readonly property: string; readonly objects: number };

export type SsoProviderConfigDto = {
  readonly auto_provision: AutoProvisionDto;
  readonly require_signed_response: boolean;
  readonly allow_idp_initiated: boolean;
  readonly trust_email: boolean;
  readonly allow_administrator: boolean;
  readonly subject: string | null;
  readonly role_claim: string | null;
  readonly require: RequiredClaimDto | null;
  readonly group_roles: readonly GroupRoleDto[];
};

export type SsoProviderDto = {
  readonly id: number;
  readonly name: string;
  readonly type: 'SAML' | 'OIDC';
  readonly slug: string;
  readonly enabled?: boolean;
  readonly login_refusal?: string | null;
  readonly details?: { readonly [name: string]: unknown };
  readonly config?: SsoProviderConfigDto;
  readonly certificates?: readonly ProviderCertificateDto[];
};

export type StructuralAccountDto = {
  readonly objectid: string;
  readonly name: string;
  readonly kind: string;
  readonly href: string;
  readonly way: readonly PlanEdgeDto[];
  readonly stub?: HiddenStubDto;
};

export type StructuralDto = {
  readonly count: number;
  readonly accounts: readonly StructuralAccountDto[];
  readonly answers: readonly string[];
};

export type TagCountsDto = {
  readonly members: number;
  readonly selectors: number;
  readonly custom_selectors: number;
  readonly default_selectors: number;
  readonly disabled_selectors: number;
};

export type TagDto = {
  readonly id: number;
  readonly type: number;
  readonly kind_id: number;
  readonly name: string;
  readonly description: string;
  readonly created_at: string;
  readonly created_by: string;
  readonly updated_at: string;
  readonly updated_by: string;
  readonly position: NullInt32Dto;
  readonly require_certify: NullBoolDto;
  readonly analysis_enabled: NullBoolDto;
  readonly glyph: NullStringDto;
  readonly counts?: TagCountsDto;
};

export type TagMemberDto = {
  readonly id: number;
  readonly object_id: string;
  readonly environment_id: string;
  readonly primary_kind: string;
  readonly name: string;
  readonly properties: { readonly [name: string]: unknown };
  readonly source: 1 | 2 | 3;
};

export type TagMemberWithSelectorsDto = {
  readonly id: number;
  readonly object_id: string;
  readonly environment_id: string;
  readonly primary_kind: string;
  readonly name: string;
  readonly properties: { readonly [name: string]: unknown };
  readonly source: 1 | 2 | 3;
  readonly selectors: readonly TagSelectorDto[];
};

export type TagSelectorDto = {
  readonly id: number;
  readonly asset_group_tag_id: number;
  readonly created_at: string;
  readonly created_by: string;
  readonly updated_at: string;
  readonly updated_by: string;
  readonly disabled_at: string | null;
  readonly disabled_by: string | null;
  readonly name: string;
  readonly description: string;
  readonly auto_certify: number;
  readonly is_default: boolean;
  readonly allow_disable: boolean;
  readonly seeds: readonly SeedDto[];
  readonly counts?: SelectorCountsDto;
};

export type TaskChangesDto = {
  readonly nodes_created: number;
  readonly nodes_changed: number;
  readonly edges_created: number;
  readonly edges_changed: number;
  readonly edges_removed: number;
};

export type TaskFaultDto = {
  readonly list: string | null;
  readonly record: number | null;
  readonly field: string | null;
  readonly reason: string;
};

export type TenantDataQualityDto = {
  readonly id: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly deleted_at: NullTimeDto;
  readonly tenantid: string;
  readonly users: number;
  readonly groups: number;
  readonly apps: number;
  readonly service_principals: number;
  readonly devices: number;
  readonly management_groups: number;
  readonly subscriptions: number;
  readonly resource_groups: number;
  readonly vms: number;
  readonly key_vaults: number;
  readonly relationships: number;
  readonly run_id: string;
};

export type TenantDto = { readonly tenantid: string; readonly name: string; readonly last_seen: string };

export type TitledEventDto = {
  readonly id: number;
  readonly client_id: string;
  readonly rrule: string;
  readonly session_collection: boolean;
  readonly local_group_collection: boolean;
  readonly ad_structure_collection: boolean;
  readonly cert_services_collection: boolean;
  readonly ca_registry_collection: boolean;
  readonly dc_registry_collection: boolean;
  readonly all_trusted_domains: boolean;
  readonly ous: readonly (OuReferenceDto | string)[];
  readonly domains: readonly (DomainReferenceDto | string)[];
  readonly title: string;
};

export type TrendsDto = {
  readonly findings: readonly FindingTrendDto[];
  readonly total_finding_count_start: number;
  readonly total_finding_count_end: number;
};

export type UnifiedEdgeDto = {
  readonly id: number;
  readonly source: string;
  readonly target: string;
  readonly label: string;
  readonly kind: string;
  readonly lastSeen?: string;
  readonly properties: { readonly [name: string]: unknown };
  readonly reason?: string;
};

export type UnifiedGraphDto = {
  readonly nodes: { readonly [name: string]: UnifiedNodeDto };
  readonly edges: readonly UnifiedEdgeDto[];
  readonly truncated: boolean;
  readonly paths?: readonly (readonly string[])[];
  readonly stub?: HiddenPathsDto;
};

export type UnifiedNodeDto = {
  readonly label: string;
  readonly kind: string;
  readonly kinds: readonly string[];
  readonly objectId: string;
  readonly isTierZero: boolean;
  readonly isOwnedObject: boolean;
  readonly lastSeen: string;
  readonly properties: { readonly [name: string]: unknown };
};

export type UpdateAccountRequest = {
  readonly role?: 'administrator' | 'power_user' | 'user' | 'auditor' | 'read_only' | 'upload_only';
  readonly email?: string | null;
  readonly is_disabled?: boolean;
  readonly password?: string;
  readonly revoke_tokens?: boolean;
  readonly sso_provider_id?: number | null;
  readonly release_subject?: boolean;
};

export type UpdateAlertChannelRequest = {
  readonly name?: string;
  readonly url?: string;
  readonly addresses?: readonly string[];
  readonly include_names?: boolean;
  readonly headers?: { readonly [name: string]: string };
  readonly format?: 'cloudevents' | 'slack' | 'teams';
  readonly enabled?: boolean;
};

export type UpdateAlertRuleRequest = {
  readonly every?: 'immediately' | 'hour' | 'day';
  readonly time_zone?: string;
  readonly name?: string;
  readonly condition?: AlertConditionRequest;
  readonly channels?: readonly string[];
  readonly enabled?: boolean;
  readonly environment?: string | null;
  readonly tag?: number;
  readonly include_names?: boolean;
};

export type UpdatePictureRequest = { readonly name?: string | null; readonly state?: PictureState };

export type UpdatePlanStepRequest = {
  readonly owner?: string | null;
  readonly note?: string;
  readonly state?: 'open' | 'planned' | 'declined';
  readonly not_before?: string | null;
};

export type UpdateProviderRequest = {
  readonly name?: string;
  readonly enabled?: boolean;
  readonly issuer?: string;
  readonly client_id?: string;
  readonly client_secret?: string | null;
  readonly metadata?: string;
  readonly principal_attribute_mappings?: readonly string[];
  readonly config?: ProviderConfigRequest;
};

export type UpdateReportRequest = {
  readonly tags?: readonly string[];
  readonly environments?: readonly string[];
  readonly since?: string;
  readonly sections?: readonly ('exposure' | 'plan' | 'changes' | 'findings' | 'quality' | 'method')[];
  readonly rrule?: string | null;
  readonly recipients?: readonly string[];
  readonly hide_names?: boolean;
  readonly name?: string;
};

export type UpdateTagSelectorRequest = {
  readonly name?: string;
  readonly seeds?: readonly SeedRequest[];
  readonly description?: string;
  readonly auto_certify?: 0 | 1 | 2;
  readonly disabled?: boolean;
};

export type UploadedFileDto = {
  readonly id: number;
  readonly file_upload_id: number;
  readonly name: string;
  readonly media: 'json' | 'zip';
  readonly size: number;
  readonly sha256: string;
};

export type WaitingProgramDto = {
  readonly address: string;
  readonly program: string | null;
  readonly created_at: string;
  readonly needs_proof: boolean;
};

export type WayEdgeDto = {
  readonly source: string;
  readonly source_name: string;
  readonly source_kind: string;
  readonly kind: string;
  readonly target: string;
  readonly target_name: string;
  readonly target_kind: string;
  readonly is_new: boolean;
};

export type WriteSelectorsRequest = {
  readonly selectors?: readonly SelectorRequest[];
  readonly add?: readonly SelectorRequest[];
  readonly remove?: readonly SelectorRequest[];
};

export interface Operations {
  'DELETE /api/v2/accounts/{account_id}': {
    path: { account_id: string };
    query: {};
    body: undefined;
    answer: undefined;
    forms: never;
  };
  'DELETE /api/v2/accounts/{account_id}/mfa': {
    path: { account_id: string };
    query: {};
    body: ProofRequest;
    answer: { readonly data: RemovedFactorDto };
    forms: never;
  };
  'DELETE /api/v2/accounts/{account_id}/sessions': {
    path: { account_id: string };
    query: {};
    body: undefined;
    answer: undefined;
    forms: never;
  };
  'DELETE /api/v2/accounts/{account_id}/sessions/{session_id}': {
    path: { account_id: string; session_id: string };
    query: {};
    body: undefined;
    answer: undefined;
    forms: never;
  };
  'DELETE /api/v2/accounts/{account_id}/tokens': {
    path: { account_id: string };
    query: {};
    body: undefined;
    answer: undefined;
    forms: never;
  };
  'DELETE /api/v2/alert-channels/{alert_channel_id}': {
    path: { alert_channel_id: string };
    query: {};
    body: undefined;
    answer: undefined;
    forms: never;
  };
  'DELETE /api/v2/alert-rules/{alert_rule_id}': {
    path: { alert_rule_id: number };
    query: {};
    body: undefined;
    answer: undefined;
    forms: never;
  };
  'DELETE /api/v2/asset-group-tags/{asset_group_tag_id}/selectors/{asset_group_tag_selector_id}': {
    path: { asset_group_tag_id: number; asset_group_tag_selector_id: number };
    query: {};
    body: undefined;
    answer: undefined;
    forms: never;
  };
  'DELETE /api/v2/clients/{client_id}': {
    path: { client_id: string };
    query: {};
    body: undefined;
    answer: undefined;
    forms: never;
  };
  'DELETE /api/v2/events/{event_id}': {
    path: { event_id: number };
    query: {};
    body: undefined;
    answer: undefined;
    forms: never;
  };
  'DELETE /api/v2/pictures/{picture_id}': {
    path: { picture_id: string };
    query: {};
    body: undefined;
    answer: undefined;
    forms: never;
  };
  'DELETE /api/v2/plans/{plan_id}': {
    path: { plan_id: number };
    query: {};
    body: undefined;
    answer: undefined;
    forms: never;
  };
  'DELETE /api/v2/reports/{report_id}': {
    path: { report_id: number };
    query: {};
    body: undefined;
    answer: undefined;
    forms: never;
  };
  'DELETE /api/v2/saved-queries/{saved_query_id}': {
    path: { saved_query_id: number };
    query: {};
    body: undefined;
    answer: undefined;
    forms: never;
  };
  'DELETE /api/v2/self/passkeys/{passkey_id}': {
    path: { passkey_id: string };
    query: {};
    body: ProofRequest;
    answer: undefined;
    forms: never;
  };
  'DELETE /api/v2/self/session': { path: {}; query: {}; body: undefined; answer: undefined; forms: never };
  'DELETE /api/v2/self/sessions': { path: {}; query: {}; body: ProofRequest; answer: undefined; forms: never };
  'DELETE /api/v2/self/sessions/{session_id}': {
    path: { session_id: string };
    query: {};
    body: ProofRequest;
    answer: undefined;
    forms: never;
  };
  'DELETE /api/v2/sso-providers/{sso_provider_id}': {
    path: { sso_provider_id: number };
    query: {};
    body: undefined;
    answer: { readonly data: AffectedAccountsDto };
    forms: never;
  };
  'DELETE /api/v2/tokens/{token_id}': {
    path: { token_id: string };
    query: {};
    body: undefined;
    answer: undefined;
    forms: never;
  };
  'GET /api/v2/about': { path: {}; query: {}; body: undefined; answer: { readonly data: AboutDto }; forms: never };
  'GET /api/v2/accounts': {
    path: {};
    query: {
      sort_by?: readonly (
        | 'id'
        | '-id'
        | 'name'
        | '-name'
        | 'email'
        | '-email'
        | 'role'
        | '-role'
        | 'totp_active'
        | '-totp_active'
        | 'passkeys'
        | '-passkeys'
        | 'is_disabled'
        | '-is_disabled'
        | 'created_at'
        | '-created_at'
        | 'updated_at'
        | '-updated_at'
        | 'last_login'
        | '-last_login'
        | 'sso_provider_id'
        | '-sso_provider_id'
      )[];
      id?: readonly string[];
      name?: readonly string[];
      email?: readonly string[];
      role?: readonly string[];
      totp_active?: readonly string[];
      passkeys?: readonly string[];
      is_disabled?: readonly string[];
      created_at?: readonly string[];
      updated_at?: readonly string[];
      last_login?: readonly string[];
      sso_provider_id?: readonly string[];
      skip?: number;
      limit?: number;
    };
    body: undefined;
    answer: {
      readonly count: number;
      readonly skip: number;
      readonly limit: number;
      readonly data: readonly AccountDto[];
    };
    forms: never;
  };
  'GET /api/v2/accounts/{account_id}': {
    path: { account_id: string };
    query: {};
    body: undefined;
    answer: { readonly data: AccountDto };
    forms: never;
  };
  'GET /api/v2/accounts/{account_id}/mfa-activation': {
    path: { account_id: string };
    query: {};
    body: undefined;
    answer: { readonly data: FactorStateDto };
    forms: never;
  };
  'GET /api/v2/accounts/{account_id}/sessions': {
    path: { account_id: string };
    query: {
      sort_by?: readonly (
        | 'id'
        | '-id'
        | 'kind'
        | '-kind'
        | 'address'
        | '-address'
        | 'program'
        | '-program'
        | 'created_at'
        | '-created_at'
        | 'expires_at'
        | '-expires_at'
        | 'last_used'
        | '-last_used'
        | 'idle_until'
        | '-idle_until'
        | 'former_visit'
        | '-former_visit'
        | 'is_current'
        | '-is_current'
      )[];
      id?: readonly string[];
      kind?: readonly string[];
      address?: readonly string[];
      program?: readonly string[];
      created_at?: readonly string[];
      expires_at?: readonly string[];
      last_used?: readonly string[];
      idle_until?: readonly string[];
      former_visit?: readonly string[];
      is_current?: readonly string[];
      skip?: number;
      limit?: number;
    };
    body: undefined;
    answer: {
      readonly count: number;
      readonly skip: number;
      readonly limit: number;
      readonly data: readonly OwnSessionDto[];
    };
    forms: never;
  };
  'GET /api/v2/ad-domains': {
    path: {};
    query: {
      sort_by?: readonly (
        'domainsid' | '-domainsid' | 'name' | '-name' | 'collected' | '-collected' | 'last_seen' | '-last_seen'
      )[];
      domainsid?: readonly string[];
      name?: readonly string[];
      collected?: readonly string[];
      last_seen?: readonly string[];
      skip?: number;
      limit?: number;
    };
    body: undefined;
    answer: {
      readonly count: number;
      readonly skip: number;
      readonly limit: number;
      readonly data: readonly DomainDto[];
    };
    forms: never;
  };
  'GET /api/v2/ad-domains/{domain_id}/data-quality-stats': {
    path: { domain_id: string };
    query: {
      start?: string;
      end?: string;
      sort_by?: readonly ('created_at' | '-created_at' | 'updated_at' | '-updated_at')[];
      skip?: number;
      limit?: number;
    };
    body: undefined;
    answer: {
      readonly count: number;
      readonly skip: number;
      readonly limit: number;
      readonly start: string;
      readonly end: string;
      readonly data: readonly DomainDataQualityDto[];
    };
    forms: never;
  };
  'GET /api/v2/alert-channels': {
    path: {};
    query: {
      sort_by?: readonly (
        | 'id'
        | '-id'
        | 'created_at'
        | '-created_at'
        | 'updated_at'
        | '-updated_at'
        | 'name'
        | '-name'
        | 'type'
        | '-type'
        | 'format'
        | '-format'
        | 'include_names'
        | '-include_names'
        | 'enabled'
        | '-enabled'
        | 'state'
        | '-state'
        | 'last_attempt'
        | '-last_attempt'
        | 'last_status'
        | '-last_status'
        | 'failing_since'
        | '-failing_since'
      )[];
      id?: readonly string[];
      created_at?: readonly string[];
      updated_at?: readonly string[];
      name?: readonly string[];
      type?: readonly string[];
      format?: readonly string[];
      include_names?: readonly string[];
      enabled?: readonly string[];
      state?: readonly string[];
      last_attempt?: readonly string[];
      last_status?: readonly string[];
      failing_since?: readonly string[];
      skip?: number;
      limit?: number;
    };
    body: undefined;
    answer: {
      readonly count: number;
      readonly skip: number;
      readonly limit: number;
      readonly data: readonly AlertChannelDto[];
    };
    forms: never;
  };
  'GET /api/v2/alert-channels/{alert_channel_id}/deliveries': {
    path: { alert_channel_id: string };
    query: {
      sort_by?: readonly (
        | 'id'
        | '-id'
        | 'message_id'
        | '-message_id'
        | 'occasion'
        | '-occasion'
        | 'occurred_at'
        | '-occurred_at'
        | 'status'
        | '-status'
        | 'attempts'
        | '-attempts'
        | 'next_attempt'
        | '-next_attempt'
        | 'last_attempt'
        | '-last_attempt'
        | 'http_status'
        | '-http_status'
        | 'duration_ms'
        | '-duration_ms'
      )[];
      id?: readonly string[];
      message_id?: readonly string[];
      occasion?: readonly string[];
      occurred_at?: readonly string[];
      status?: readonly string[];
      attempts?: readonly string[];
      next_attempt?: readonly string[];
      last_attempt?: readonly string[];
      http_status?: readonly string[];
      duration_ms?: readonly string[];
      skip?: number;
      limit?: number;
    };
    body: undefined;
    answer: {
      readonly count: number;
      readonly skip: number;
      readonly limit: number;
      readonly data: readonly AlertDeliveryDto[];
    };
    forms: never;
  };
  'GET /api/v2/alert-rules': {
    path: {};
    query: {
      sort_by?: readonly (
        | 'id'
        | '-id'
        | 'created_at'
        | '-created_at'
        | 'updated_at'
        | '-updated_at'
        | 'name'
        | '-name'
        | 'occasion'
        | '-occasion'
        | 'every'
        | '-every'
        | 'last_alert'
        | '-last_alert'
        | 'enabled'
        | '-enabled'
        | 'environment'
        | '-environment'
        | 'tag'
        | '-tag'
        | 'include_names'
        | '-include_names'
        | 'user_id'
        | '-user_id'
        | 'stopped'
        | '-stopped'
      )[];
      id?: readonly string[];
      created_at?: readonly string[];
      updated_at?: readonly string[];
      name?: readonly string[];
      occasion?: readonly string[];
      every?: readonly string[];
      last_alert?: readonly string[];
      enabled?: readonly string[];
      environment?: readonly string[];
      tag?: readonly string[];
      include_names?: readonly string[];
      user_id?: readonly string[];
      stopped?: readonly string[];
      skip?: number;
      limit?: number;
    };
    body: undefined;
    answer: {
      readonly count: number;
      readonly skip: number;
      readonly limit: number;
      readonly data: readonly AlertRuleDto[];
    };
    forms: never;
  };
  'GET /api/v2/analysis/runs': {
    path: {};
    query: {
      sort_by?: readonly (
        | 'status'
        | '-status'
        | 'requested_at'
        | '-requested_at'
        | 'requested_by'
        | '-requested_by'
        | 'started_at'
        | '-started_at'
        | 'finished_at'
        | '-finished_at'
      )[];
      status?: readonly string[];
      requested_at?: readonly string[];
      requested_by?: readonly string[];
      started_at?: readonly string[];
      finished_at?: readonly string[];
      skip?: number;
      limit?: number;
    };
    body: undefined;
    answer: {
      readonly count: number;
      readonly skip: number;
      readonly limit: number;
      readonly data: readonly AnalysisRunDto[];
    };
    forms: never;
  };
  'GET /api/v2/analysis/runs/{run_id}': {
    path: { run_id: string };
    query: {};
    body: undefined;
    answer: { readonly data: AnalysisRunDto };
    forms: never;
  };
  'GET /api/v2/analysis/status': {
    path: {};
    query: {};
    body: undefined;
    answer: { readonly data: AnalysisStatusDto };
    forms: never;
  };
  'GET /api/v2/asset-group-tags/{asset_group_tag_id}': {
    path: { asset_group_tag_id: number };
    query: {};
    body: undefined;
    answer: { readonly data: OneTagDto };
    forms: never;
  };
  'GET /api/v2/asset-group-tags/{asset_group_tag_id}/members': {
    path: { asset_group_tag_id: number };
    query: {
      environments?: readonly string[];
      sort_by?: readonly (
        | 'id'
        | '-id'
        | 'object_id'
        | '-object_id'
        | 'primary_kind'
        | '-primary_kind'
        | 'name'
        | '-name'
        | 'environment_id'
        | '-environment_id'
      )[];
      id?: readonly string[];
      object_id?: readonly string[];
      primary_kind?: readonly string[];
      name?: readonly string[];
      environment_id?: readonly string[];
      skip?: number;
      limit?: number;
    };
    body: undefined;
    answer: {
      readonly count: number;
      readonly skip: number;
      readonly limit: number;
      readonly data: readonly TagMemberDto[];
    };
    forms: never;
  };
  'GET /api/v2/asset-group-tags/{asset_group_tag_id}/members/counts': {
    path: { asset_group_tag_id: number };
    query: { environments?: readonly string[] };
    body: undefined;
    answer: { readonly data: MemberCountsDto };
    forms: never;
  };
  'GET /api/v2/asset-group-tags/{asset_group_tag_id}/members/{asset_group_member_id}': {
    path: { asset_group_tag_id: number; asset_group_member_id: number };
    query: {};
    body: undefined;
    answer: { readonly data: OneTagMemberDto };
    forms: never;
  };
  'GET /api/v2/asset-group-tags/{asset_group_tag_id}/selectors': {
    path: { asset_group_tag_id: number };
    query: {
      environments?: readonly string[];
      sort_by?: readonly (
        | 'id'
        | '-id'
        | 'created_at'
        | '-created_at'
        | 'created_by'
        | '-created_by'
        | 'updated_at'
        | '-updated_at'
        | 'updated_by'
        | '-updated_by'
        | 'disabled_at'
        | '-disabled_at'
        | 'disabled_by'
        | '-disabled_by'
        | 'name'
        | '-name'
        | 'description'
        | '-description'
        | 'is_default'
        | '-is_default'
      )[];
      id?: readonly string[];
      created_at?: readonly string[];
      created_by?: readonly string[];
      updated_at?: readonly string[];
      updated_by?: readonly string[];
      disabled_at?: readonly string[];
      disabled_by?: readonly string[];
      name?: readonly string[];
      description?: readonly string[];
      is_default?: readonly string[];
      auto_certify?: readonly string[];
      type?: readonly string[];
      counts?: boolean;
      skip?: number;
      limit?: number;
    };
    body: undefined;
    answer: {
      readonly count: number;
      readonly skip: number;
      readonly limit: number;
      readonly data: readonly TagSelectorDto[];
    };
    forms: never;
  };
  'GET /api/v2/asset-groups': {
    path: {};
    query: {
      sort_by?: readonly (
        | 'id'
        | '-id'
        | 'created_at'
        | '-created_at'
        | 'updated_at'
        | '-updated_at'
        | 'name'
        | '-name'
        | 'tag'
        | '-tag'
        | 'system_group'
        | '-system_group'
      )[];
      id?: readonly string[];
      created_at?: readonly string[];
      updated_at?: readonly string[];
      name?: readonly string[];
      tag?: readonly string[];
      system_group?: readonly string[];
      skip?: number;
      limit?: number;
    };
    body: undefined;
    answer: {
      readonly count: number;
      readonly skip: number;
      readonly limit: number;
      readonly data: readonly AssetGroupDto[];
    };
    forms: never;
  };
  'GET /api/v2/attack-paths/finding-trends': {
    path: {};
    query: { environments?: readonly string[]; start?: string; end?: string; asset_group_tag_id?: string };
    body: undefined;
    answer: FindingTrendsDto & {
      readonly analysed_at: string | null;
      readonly stale_since: string | null;
      readonly notes: readonly string[];
      readonly unknown_reach?: {
        readonly holders: number;
        readonly assignments: readonly {
          readonly holder: string;
          readonly holder_name: string;
          readonly role: string;
          readonly role_name: string;
          readonly scope: string;
          readonly scope_name: string;
          readonly reason: 'members_not_collected';
        }[];
      };
    };
    forms: never;
  };
  'GET /api/v2/attack-paths/finding-types': {
    path: {};
    query: { environment_id?: readonly string[]; asset_group_tag_id?: string };
    body: undefined;
    answer: {
      readonly data: readonly FindingTypeDto[];
      readonly analysed_at: string | null;
      readonly stale_since: string | null;
      readonly notes: readonly string[];
      readonly unknown_reach?: {
        readonly holders: number;
        readonly assignments: readonly {
          readonly holder: string;
          readonly holder_name: string;
          readonly role: string;
          readonly role_name: string;
          readonly scope: string;
          readonly scope_name: string;
          readonly reason: 'members_not_collected';
        }[];
      };
    };
    forms: never;
  };
  'GET /api/v2/attack-paths/findings': {
    path: {};
    query: {
      sort_by?: readonly (
        | 'severity'
        | '-severity'
        | 'finding_type'
        | '-finding_type'
        | 'finding'
        | '-finding'
        | 'title'
        | '-title'
        | 'platform'
        | '-platform'
        | 'environment_id'
        | '-environment_id'
        | 'environment_name'
        | '-environment_name'
        | 'asset_group_tag_id'
        | '-asset_group_tag_id'
        | 'zone_name'
        | '-zone_name'
        | 'source_principal_id'
        | '-source_principal_id'
        | 'source_principal_kind'
        | '-source_principal_kind'
        | 'source_principal_name'
        | '-source_principal_name'
        | 'target_principal_id'
        | '-target_principal_id'
        | 'target_principal_kind'
        | '-target_principal_kind'
        | 'target_principal_name'
        | '-target_principal_name'
        | 'status'
        | '-status'
        | 'first_seen'
        | '-first_seen'
        | 'last_seen'
        | '-last_seen'
        | 'risk'
        | '-risk'
        | 'exposure_count'
        | '-exposure_count'
        | 'freed'
        | '-freed'
        | 'shared'
        | '-shared'
      )[];
      severity?: readonly string[];
      finding_type?: readonly string[];
      finding?: readonly string[];
      title?: readonly string[];
      platform?: readonly string[];
      environment_name?: readonly string[];
      asset_group_tag_id?: readonly string[];
      zone_name?: readonly string[];
      source_principal_id?: readonly string[];
      source_principal_kind?: readonly string[];
      source_principal_name?: readonly string[];
      target_principal_id?: readonly string[];
      target_principal_kind?: readonly string[];
      target_principal_name?: readonly string[];
      status?: readonly string[];
      first_seen?: readonly string[];
      last_seen?: readonly string[];
      exposure_count?: readonly string[];
      freed?: readonly string[];
      shared?: readonly string[];
      skip?: number;
      limit?: number;
      cursor?: string;
      since?: string;
      environment_id?: readonly string[];
    };
    body: undefined;
    answer: {
      readonly count: number;
      readonly skip: number;
      readonly limit: number;
      readonly data: readonly FindingDto[];
      readonly analysed_at: string | null;
      readonly stale_since: string | null;
      readonly notes: readonly string[];
      readonly unknown_reach?: {
        readonly holders: number;
        readonly assignments: readonly {
          readonly holder: string;
          readonly holder_name: string;
          readonly role: string;
          readonly role_name: string;
          readonly scope: string;
          readonly scope_name: string;
          readonly reason: 'members_not_collected';
        }[];
      };
    };
    forms: {
      readonly count: number;
      readonly skip: number;
      readonly limit: number;
      readonly cursor: string;
      readonly data: readonly FindingDto[];
      readonly analysed_at: string | null;
      readonly stale_since: string | null;
      readonly notes: readonly string[];
      readonly unknown_reach?: {
        readonly holders: number;
        readonly assignments: readonly {
          readonly holder: string;
          readonly holder_name: string;
          readonly role: string;
          readonly role_name: string;
          readonly scope: string;
          readonly scope_name: string;
          readonly reason: 'members_not_collected';
        }[];
      };
    };
  };
  'GET /api/v2/audit': {
    path: {};
    query: {
      sort_by?: readonly (
        | 'id'
        | '-id'
        | 'at'
        | '-at'
        | 'actor'
        | '-actor'
        | 'account_id'
        | '-account_id'
        | 'action'
        | '-action'
        | 'resource'
        | '-resource'
        | 'outcome'
        | '-outcome'
        | 'request_id'
        | '-request_id'
      )[];
      id?: readonly string[];
      at?: readonly string[];
      actor?: readonly string[];
      account_id?: readonly string[];
      action?: readonly string[];
      resource?: readonly string[];
      outcome?: readonly string[];
      request_id?: readonly string[];
      skip?: number;
      limit?: number;
      cursor?: string;
      since?: string;
    };
    body: undefined;
    answer: {
      readonly count: number;
      readonly skip: number;
      readonly limit: number;
      readonly data: readonly AuditEntryDto[];
    };
    forms: {
      readonly count: number;
      readonly skip: number;
      readonly limit: number;
      readonly cursor: string;
      readonly data: readonly AuditEntryDto[];
    };
  };
  'GET /api/v2/base/{object_id}': {
    path: { object_id: string };
    query: { counts?: boolean };
    body: undefined;
    answer: {
      readonly data: {
        readonly kinds: readonly string[];
        readonly props: { readonly [name: string]: unknown };
        readonly note?: string;
        readonly controllables?: number;
        readonly controllers?: number;
      };
      readonly analysed_at: string | null;
      readonly stale_since: string | null;
      readonly notes: readonly string[];
      readonly unknown_reach?: {
        readonly holders: number;
        readonly assignments: readonly {
          readonly holder: string;
          readonly holder_name: string;
          readonly role: string;
          readonly role_name: string;
          readonly scope: string;
          readonly scope_name: string;
          readonly reason: 'members_not_collected';
        }[];
      };
    };
    forms: never;
  };
  'GET /api/v2/base/{object_id}/controllers': {
    path: { object_id: string };
    query: {
      type?: 'list' | 'graph' | 'count';
      sort_by?: readonly string[];
      skip?: number;
      limit?: number;
      props?: string;
      environment?: string;
      tier_zero?: boolean;
      where?: readonly string[];
      depth?: '1' | 'any';
    };
    body: undefined;
    answer: {
      readonly count: number;
      readonly skip: number;
      readonly limit: number;
      readonly data: readonly LinkedEntityDto[];
      readonly analysed_at: string | null;
      readonly stale_since: string | null;
      readonly notes: readonly string[];
      readonly unknown_reach?: {
        readonly holders: number;
        readonly assignments: readonly {
          readonly holder: string;
          readonly holder_name: string;
          readonly role: string;
          readonly role_name: string;
          readonly scope: string;
          readonly scope_name: string;
          readonly reason: 'members_not_collected';
        }[];
      };
    };
    forms:
      | {
          readonly data: EntityGraphDto;
          readonly analysed_at: string | null;
          readonly stale_since: string | null;
          readonly notes: readonly string[];
          readonly unknown_reach?: {
            readonly holders: number;
            readonly assignments: readonly {
              readonly holder: string;
              readonly holder_name: string;
              readonly role: string;
              readonly role_name: string;
              readonly scope: string;
              readonly scope_name: string;
              readonly reason: 'members_not_collected';
            }[];
          };
        }
      | {
          readonly data: EntityCountDto;
          readonly analysed_at: string | null;
          readonly stale_since: string | null;
          readonly notes: readonly string[];
          readonly unknown_reach?: {
            readonly holders: number;
            readonly assignments: readonly {
              readonly holder: string;
              readonly holder_name: string;
              readonly role: string;
              readonly role_name: string;
              readonly scope: string;
              readonly scope_name: string;
              readonly reason: 'members_not_collected';
            }[];
          };
        };
  };
  'GET /api/v2/base/{object_id}/edges/counts': {
    path: { object_id: string };
    query: {};
    body: undefined;
    answer: {
      readonly data: EdgeCountsDto;
      readonly analysed_at: string | null;
      readonly stale_since: string | null;
      readonly notes: readonly string[];
      readonly unknown_reach?: {
        readonly holders: number;
        readonly assignments: readonly {
          readonly holder: string;
          readonly holder_name: string;
          readonly role: string;
          readonly role_name: string;
          readonly scope: string;
          readonly scope_name: string;
          readonly reason: 'members_not_collected';
        }[];
      };
    };
    forms: never;
  };
  'GET /api/v2/clients': {
    path: {};
    query: {
      sort_by?: readonly (
        | 'name'
        | '-name'
        | 'type'
        | '-type'
        | 'domain_controller'
        | '-domain_controller'
        | 'version'
        | '-version'
        | 'hostname'
        | '-hostname'
        | 'address'
        | '-address'
        | 'username'
        | '-username'
        | 'user_sid'
        | '-user_sid'
        | 'last_checkin'
        | '-last_checkin'
        | 'completed_job_count'
        | '-completed_job_count'
        | 'created_at'
        | '-created_at'
        | 'updated_at'
        | '-updated_at'
      )[];
      id?: readonly string[];
      name?: readonly string[];
      type?: readonly string[];
      domain_controller?: readonly string[];
      version?: readonly string[];
      hostname?: readonly string[];
      address?: readonly string[];
      username?: readonly string[];
      user_sid?: readonly string[];
      last_checkin?: readonly string[];
      current_job_id?: readonly string[];
      completed_job_count?: readonly string[];
      created_at?: readonly string[];
      updated_at?: readonly string[];
      hydrate_domains?: boolean;
      hydrate_ous?: boolean;
      skip?: number;
      limit?: number;
    };
    body: undefined;
    answer: {
      readonly count: number;
      readonly skip: number;
      readonly limit: number;
      readonly data: readonly ClientDto[];
    };
    forms: never;
  };
  'GET /api/v2/clients/{client_id}': {
    path: { client_id: string };
    query: {};
    body: undefined;
    answer: { readonly data: ClientDto };
    forms: never;
  };
  'GET /api/v2/cloud-tenants': {
    path: {};
    query: {
      sort_by?: readonly ('tenantid' | '-tenantid' | 'name' | '-name' | 'last_seen' | '-last_seen')[];
      tenantid?: readonly string[];
      name?: readonly string[];
      last_seen?: readonly string[];
      skip?: number;
      limit?: number;
    };
    body: undefined;
    answer: {
      readonly count: number;
      readonly skip: number;
      readonly limit: number;
      readonly data: readonly TenantDto[];
    };
    forms: never;
  };
  'GET /api/v2/cloud-tenants/{tenant_id}/data-quality-stats': {
    path: { tenant_id: string };
    query: {
      start?: string;
      end?: string;
      sort_by?: readonly ('created_at' | '-created_at' | 'updated_at' | '-updated_at')[];
      skip?: number;
      limit?: number;
    };
    body: undefined;
    answer: {
      readonly count: number;
      readonly skip: number;
      readonly limit: number;
      readonly start: string;
      readonly end: string;
      readonly data: readonly TenantDataQualityDto[];
    };
    forms: never;
  };
  'GET /api/v2/custom-nodes': {
    path: {};
    query: {
      sort_by?: readonly ('id' | '-id' | 'kindName' | '-kindName')[];
      id?: readonly string[];
      kindName?: readonly string[];
      skip?: number;
      limit?: number;
    };
    body: undefined;
    answer: {
      readonly count: number;
      readonly skip: number;
      readonly limit: number;
      readonly data: readonly CustomNodeDto[];
    };
    forms: never;
  };
  'GET /api/v2/data-quality-stats': {
    path: {};
    query: {
      environment_id: string;
      start?: string;
      end?: string;
      sort_by?: readonly ('created_at' | '-created_at' | 'updated_at' | '-updated_at')[];
      skip?: number;
      limit?: number;
    };
    body: undefined;
    answer: {
      readonly count: number;
      readonly skip: number;
      readonly limit: number;
      readonly start: string;
      readonly end: string;
      readonly data: readonly DataQualityStatDto[];
    };
    forms: never;
  };
  'GET /api/v2/environments': {
    path: {};
    query: {
      sort_by?: readonly (
        | 'environment_id'
        | '-environment_id'
        | 'name'
        | '-name'
        | 'kind'
        | '-kind'
        | 'extension'
        | '-extension'
        | 'collected'
        | '-collected'
        | 'last_seen'
        | '-last_seen'
      )[];
      environment_id?: readonly string[];
      name?: readonly string[];
      kind?: readonly string[];
      extension?: readonly string[];
      collected?: readonly string[];
      last_seen?: readonly string[];
      skip?: number;
      limit?: number;
    };
    body: undefined;
    answer: {
      readonly count: number;
      readonly skip: number;
      readonly limit: number;
      readonly data: readonly EnvironmentDto[];
    };
    forms: never;
  };
  'GET /api/v2/events/{event_id}': {
    path: { event_id: number };
    query: {};
    body: undefined;
    answer: { readonly data: TitledEventDto };
    forms: never;
  };
  'GET /api/v2/file-upload': {
    path: {};
    query: {
      sort_by?: readonly (
        | 'id'
        | '-id'
        | 'user_name'
        | '-user_name'
        | 'start_time'
        | '-start_time'
        | 'last_ingest'
        | '-last_ingest'
        | 'end_time'
        | '-end_time'
        | 'finish_time'
        | '-finish_time'
        | 'status'
        | '-status'
        | 'status_message'
        | '-status_message'
      )[];
      id?: readonly string[];
      user_id?: readonly string[];
      user_name?: readonly string[];
      start_time?: readonly string[];
      last_ingest?: readonly string[];
      end_time?: readonly string[];
      finish_time?: readonly string[];
      analysis_run_id?: readonly string[];
      status?: readonly string[];
      status_message?: readonly string[];
      skip?: number;
      limit?: number;
    };
    body: undefined;
    answer: {
      readonly count: number;
      readonly skip: number;
      readonly limit: number;
      readonly data: readonly FileUploadDto[];
    };
    forms: never;
  };
  'GET /api/v2/file-upload/{file_upload_id}': {
    path: { file_upload_id: number };
    query: {};
    body: undefined;
    answer: { readonly data: FileUploadDto };
    forms: never;
  };
  'GET /api/v2/file-upload/{file_upload_id}/completed-tasks': {
    path: { file_upload_id: number };
    query: {
      sort_by?: readonly (
        | 'id'
        | '-id'
        | 'file_id'
        | '-file_id'
        | 'file_name'
        | '-file_name'
        | 'path'
        | '-path'
        | 'status'
        | '-status'
        | 'type'
        | '-type'
        | 'records'
        | '-records'
        | 'fault_count'
        | '-fault_count'
        | 'finish_time'
        | '-finish_time'
      )[];
      id?: readonly string[];
      file_id?: readonly string[];
      file_name?: readonly string[];
      path?: readonly string[];
      status?: readonly string[];
      format?: readonly string[];
      type?: readonly string[];
      records?: readonly string[];
      fault_count?: readonly string[];
      finish_time?: readonly string[];
      skip?: number;
      limit?: number;
    };
    body: undefined;
    answer: {
      readonly count: number;
      readonly skip: number;
      readonly limit: number;
      readonly data: readonly CompletedTaskDto[];
    };
    forms: never;
  };
  'GET /api/v2/graphs/changes': {
    path: {};
    query: {
      since?: string;
      until?: string;
      cursor?: string;
      node?: string;
      sort_by?: readonly (
        | 'change'
        | '-change'
        | 'type'
        | '-type'
        | 'kind'
        | '-kind'
        | 'environment_id'
        | '-environment_id'
        | 'source'
        | '-source'
        | 'source_name'
        | '-source_name'
        | 'source_kind'
        | '-source_kind'
        | 'target'
        | '-target'
        | 'target_name'
        | '-target_name'
        | 'target_kind'
        | '-target_kind'
      )[];
      change?: readonly string[];
      type?: readonly string[];
      kind?: readonly string[];
      environment_id?: readonly string[];
      source?: readonly string[];
      source_name?: readonly string[];
      source_kind?: readonly string[];
      target?: readonly string[];
      target_name?: readonly string[];
      target_kind?: readonly string[];
      skip?: number;
      limit?: number;
    };
    body: undefined;
    answer: {
      readonly count: number;
      readonly skip: number;
      readonly limit: number;
      readonly since: { readonly run_id: string; readonly finished_at: string; readonly graph_version: number };
      readonly until: { readonly run_id: string; readonly finished_at: string; readonly graph_version: number };
      readonly cursor: string;
      readonly breaks: readonly GraphBreakDto[];
      readonly groups: readonly GraphChangeGroupDto[];
      readonly data: readonly GraphChangeDto[];
      readonly analysed_at: string | null;
      readonly stale_since: string | null;
      readonly notes: readonly string[];
      readonly unknown_reach?: {
        readonly holders: number;
        readonly assignments: readonly {
          readonly holder: string;
          readonly holder_name: string;
          readonly role: string;
          readonly role_name: string;
          readonly scope: string;
          readonly scope_name: string;
          readonly reason: 'members_not_collected';
        }[];
      };
    };
    forms: never;
  };
  'GET /api/v2/graphs/edge-composition': {
    path: {};
    query: { source_node: string; target_node: string; edge_type: string };
    body: undefined;
    answer: {
      readonly data: UnifiedGraphDto;
      readonly analysed_at: string | null;
      readonly stale_since: string | null;
      readonly notes: readonly string[];
      readonly unknown_reach?: {
        readonly holders: number;
        readonly assignments: readonly {
          readonly holder: string;
          readonly holder_name: string;
          readonly role: string;
          readonly role_name: string;
          readonly scope: string;
          readonly scope_name: string;
          readonly reason: 'members_not_collected';
        }[];
      };
    };
    forms: never;
  };
  'GET /api/v2/graphs/edges': {
    path: {};
    query: {
      start_node?: readonly string[];
      start_kind?: string;
      start_tag?: string;
      start_where?: readonly string[];
      start_tier_zero?: boolean;
      end_node?: readonly string[];
      end_kind?: string;
      end_tag?: string;
      end_where?: readonly string[];
      end_tier_zero?: boolean;
      relationship_kinds?: string;
      only_traversable?: boolean;
      exclude_node?: readonly string[];
      exclude_edge?: readonly string[];
      exclude_where?: readonly string[];
      skip?: number;
      limit?: number;
    };
    body: undefined;
    answer: {
      readonly count: number;
      readonly skip: number;
      readonly limit: number;
      readonly data: readonly EdgeRowDto[];
      readonly analysed_at: string | null;
      readonly stale_since: string | null;
      readonly notes: readonly string[];
      readonly unknown_reach?: {
        readonly holders: number;
        readonly assignments: readonly {
          readonly holder: string;
          readonly holder_name: string;
          readonly role: string;
          readonly role_name: string;
          readonly scope: string;
          readonly scope_name: string;
          readonly reason: 'members_not_collected';
        }[];
      };
    };
    forms: never;
  };
  'GET /api/v2/graphs/exposure': {
    path: {};
    query: {
      end_node?: readonly string[];
      end_kind?: string;
      end_tag?: string;
      end_where?: readonly string[];
      start_where?: readonly string[];
      relationship_kinds?: string;
      only_traversable?: boolean;
      reach?: 'held' | 'stored';
      exclude_node?: readonly string[];
      exclude_edge?: readonly string[];
      exclude_where?: readonly string[];
    };
    body: undefined;
    answer: {
      readonly data: ExposureDto;
      readonly analysed_at: string | null;
      readonly stale_since: string | null;
      readonly notes: readonly string[];
      readonly unknown_reach?: {
        readonly holders: number;
        readonly assignments: readonly {
          readonly holder: string;
          readonly holder_name: string;
          readonly role: string;
          readonly role_name: string;
          readonly scope: string;
          readonly scope_name: string;
          readonly reason: 'members_not_collected';
        }[];
      };
    };
    forms: never;
  };
  'GET /api/v2/graphs/exposure/history': {
    path: {};
    query: { zone?: number; environment?: string; start?: string; end?: string };
    body: undefined;
    answer: {
      readonly data: ExposureHistoryDto;
      readonly analysed_at: string | null;
      readonly stale_since: string | null;
      readonly notes: readonly string[];
      readonly unknown_reach?: {
        readonly holders: number;
        readonly assignments: readonly {
          readonly holder: string;
          readonly holder_name: string;
          readonly role: string;
          readonly role_name: string;
          readonly scope: string;
          readonly scope_name: string;
          readonly reason: 'members_not_collected';
        }[];
      };
    };
    forms: never;
  };
  'GET /api/v2/graphs/fixes': {
    path: {};
    query: {
      edge: string;
      end_node?: readonly string[];
      end_kind?: string;
      end_tag?: string;
      end_where?: readonly string[];
      start_node?: readonly string[];
      start_kind?: string;
      start_tag?: string;
      start_where?: readonly string[];
      cost?: readonly string[];
      relationship_kinds?: string;
      only_traversable?: boolean;
      reach?: 'held' | 'stored';
      exclude_node?: readonly string[];
      exclude_edge?: readonly string[];
      exclude_where?: readonly string[];
    };
    body: undefined;
    answer: {
      readonly data: EdgeFixesDto;
      readonly analysed_at: string | null;
      readonly stale_since: string | null;
      readonly notes: readonly string[];
      readonly unknown_reach?: {
        readonly holders: number;
        readonly assignments: readonly {
          readonly holder: string;
          readonly holder_name: string;
          readonly role: string;
          readonly role_name: string;
          readonly scope: string;
          readonly scope_name: string;
          readonly reason: 'members_not_collected';
        }[];
      };
    };
    forms: never;
  };
  'GET /api/v2/graphs/kinds': {
    path: {};
    query: { type?: readonly string[]; descriptions?: boolean; panels?: boolean; properties?: boolean };
    body: undefined;
    answer: { readonly data: KindNamesDto };
    forms: never;
  };
  'GET /api/v2/graphs/new-ways': {
    path: {};
    query: {
      since?: string;
      until?: string;
      cursor?: string;
      reach?: 'held' | 'stored';
      groups?: boolean;
      skip?: number;
      limit?: number;
    };
    body: undefined;
    answer: {
      readonly count: number;
      readonly skip: number;
      readonly limit: number;
      readonly since: { readonly run_id: string; readonly finished_at: string; readonly graph_version: number };
      readonly until: { readonly run_id: string; readonly finished_at: string; readonly graph_version: number };
      readonly cursor: string;
      readonly data: readonly NewWayDto[];
      readonly analysed_at: string | null;
      readonly stale_since: string | null;
      readonly notes: readonly string[];
      readonly unknown_reach?: {
        readonly holders: number;
        readonly assignments: readonly {
          readonly holder: string;
          readonly holder_name: string;
          readonly role: string;
          readonly role_name: string;
          readonly scope: string;
          readonly scope_name: string;
          readonly reason: 'members_not_collected';
        }[];
      };
    };
    forms: {
      readonly count: number;
      readonly skip: number;
      readonly limit: number;
      readonly since: { readonly run_id: string; readonly finished_at: string; readonly graph_version: number };
      readonly until: { readonly run_id: string; readonly finished_at: string; readonly graph_version: number };
      readonly cursor: string;
      readonly data: readonly NewWayGroupDto[];
      readonly analysed_at: string | null;
      readonly stale_since: string | null;
      readonly notes: readonly string[];
      readonly unknown_reach?: {
        readonly holders: number;
        readonly assignments: readonly {
          readonly holder: string;
          readonly holder_name: string;
          readonly role: string;
          readonly role_name: string;
          readonly scope: string;
          readonly scope_name: string;
          readonly reason: 'members_not_collected';
        }[];
      };
    };
  };
  'GET /api/v2/graphs/overview': {
    path: {};
    query: {};
    body: undefined;
    answer: {
      readonly data: OverviewDto;
      readonly analysed_at: string | null;
      readonly stale_since: string | null;
      readonly notes: readonly string[];
      readonly unknown_reach?: {
        readonly holders: number;
        readonly assignments: readonly {
          readonly holder: string;
          readonly holder_name: string;
          readonly role: string;
          readonly role_name: string;
          readonly scope: string;
          readonly scope_name: string;
          readonly reason: 'members_not_collected';
        }[];
      };
    };
    forms: never;
  };
  'GET /api/v2/graphs/plan': {
    path: {};
    query: {
      end_node?: readonly string[];
      end_kind?: string;
      end_tag?: string;
      end_where?: readonly string[];
      start_node?: readonly string[];
      start_kind?: string;
      start_tag?: string;
      start_where?: readonly string[];
      cost?: readonly string[];
      weight?: readonly string[];
      after_tag?: readonly string[];
      keep_node?: readonly string[];
      keep_edge?: readonly string[];
      keep_where?: readonly string[];
      most?: number;
      until?: number;
      ways?: string;
      relationship_kinds?: string;
      only_traversable?: boolean;
      reach?: 'held' | 'stored';
      exclude_node?: readonly string[];
      exclude_edge?: readonly string[];
      exclude_where?: readonly string[];
    };
    body: undefined;
    answer: {
      readonly data: PlanDto;
      readonly analysed_at: string | null;
      readonly stale_since: string | null;
      readonly notes: readonly string[];
      readonly unknown_reach?: {
        readonly holders: number;
        readonly assignments: readonly {
          readonly holder: string;
          readonly holder_name: string;
          readonly role: string;
          readonly role_name: string;
          readonly scope: string;
          readonly scope_name: string;
          readonly reason: 'members_not_collected';
        }[];
      };
    };
    forms: never;
  };
  'GET /api/v2/graphs/ranking': {
    path: {};
    query: {
      by?: 'reach' | 'only_through';
      kind?: string;
      where?: readonly string[];
      direction?: 'in' | 'out';
      end_node?: readonly string[];
      end_kind?: string;
      end_tag?: string;
      end_where?: readonly string[];
      edge_kind?: string;
      count?: number;
      relationship_kinds?: string;
      only_traversable?: boolean;
      reach?: 'held' | 'stored';
      skip?: number;
      limit?: number;
    };
    body: undefined;
    answer: {
      readonly count: number;
      readonly skip: number;
      readonly limit: number;
      readonly greedy: boolean;
      readonly data: readonly RankingRowDto[];
      readonly analysed_at: string | null;
      readonly stale_since: string | null;
      readonly notes: readonly string[];
      readonly unknown_reach?: {
        readonly holders: number;
        readonly assignments: readonly {
          readonly holder: string;
          readonly holder_name: string;
          readonly role: string;
          readonly role_name: string;
          readonly scope: string;
          readonly scope_name: string;
          readonly reason: 'members_not_collected';
        }[];
      };
    };
    forms: never;
  };
  'GET /api/v2/graphs/reachable': {
    path: {};
    query: {
      node?: string;
      direction?: 'in' | 'out';
      start_node?: readonly string[];
      start_kind?: string;
      start_tag?: string;
      start_where?: readonly string[];
      end_node?: readonly string[];
      end_kind?: string;
      end_tag?: string;
      end_where?: readonly string[];
      type?: 'count' | 'list';
      kind?: readonly string[];
      environment?: string;
      tier_zero?: boolean;
      where?: readonly string[];
      relationship_kinds?: string;
      only_traversable?: boolean;
      reach?: 'held' | 'stored';
      exclude_node?: readonly string[];
      exclude_edge?: readonly string[];
      exclude_where?: readonly string[];
      sort_by?: readonly string[];
      skip?: number;
      limit?: number;
      props?: string;
    };
    body: undefined;
    answer: {
      readonly data: ReachableDto;
      readonly analysed_at: string | null;
      readonly stale_since: string | null;
      readonly notes: readonly string[];
      readonly unknown_reach?: {
        readonly holders: number;
        readonly assignments: readonly {
          readonly holder: string;
          readonly holder_name: string;
          readonly role: string;
          readonly role_name: string;
          readonly scope: string;
          readonly scope_name: string;
          readonly reason: 'members_not_collected';
        }[];
      };
    };
    forms: {
      readonly count: number;
      readonly skip: number;
      readonly limit: number;
      readonly data: readonly LinkedEntityDto[];
      readonly analysed_at: string | null;
      readonly stale_since: string | null;
      readonly notes: readonly string[];
      readonly unknown_reach?: {
        readonly holders: number;
        readonly assignments: readonly {
          readonly holder: string;
          readonly holder_name: string;
          readonly role: string;
          readonly role_name: string;
          readonly scope: string;
          readonly scope_name: string;
          readonly reason: 'members_not_collected';
        }[];
      };
    };
  };
  'GET /api/v2/graphs/shortest-path': {
    path: {};
    query: {
      start_node?: readonly string[];
      start_kind?: string;
      start_tag?: string;
      start_where?: readonly string[];
      end_node?: readonly string[];
      end_kind?: string;
      end_tag?: string;
      end_where?: readonly string[];
      relationship_kinds?: string;
      only_traversable?: boolean;
      reach?: 'held' | 'stored';
      exclude_node?: readonly string[];
      exclude_edge?: readonly string[];
      exclude_where?: readonly string[];
      longer?: boolean;
      paths?: number;
      max_nodes?: number;
    };
    body: undefined;
    answer: {
      readonly data: UnifiedGraphDto;
      readonly analysed_at: string | null;
      readonly stale_since: string | null;
      readonly notes: readonly string[];
      readonly unknown_reach?: {
        readonly holders: number;
        readonly assignments: readonly {
          readonly holder: string;
          readonly holder_name: string;
          readonly role: string;
          readonly role_name: string;
          readonly scope: string;
          readonly scope_name: string;
          readonly reason: 'members_not_collected';
        }[];
      };
    };
    forms: never;
  };
  'GET /api/v2/jobs': {
    path: {};
    query: {
      sort_by?: readonly (
        | 'id'
        | '-id'
        | 'client_name'
        | '-client_name'
        | 'event_id'
        | '-event_id'
        | 'event_title'
        | '-event_title'
        | 'execution_time'
        | '-execution_time'
        | 'start_time'
        | '-start_time'
        | 'end_time'
        | '-end_time'
        | 'last_ingest'
        | '-last_ingest'
        | 'status'
        | '-status'
        | 'log_path'
        | '-log_path'
        | 'domain_controller'
        | '-domain_controller'
        | 'created_at'
        | '-created_at'
        | 'updated_at'
        | '-updated_at'
        | 'deleted_at'
        | '-deleted_at'
      )[];
      client_id?: readonly string[];
      event_id?: readonly string[];
      event_title?: readonly string[];
      execution_time?: readonly string[];
      start_time?: readonly string[];
      end_time?: readonly string[];
      last_ingest?: readonly string[];
      status?: readonly string[];
      log_path?: readonly string[];
      domain_controller?: readonly string[];
      session_collection?: readonly string[];
      local_group_collection?: readonly string[];
      ad_structure_collection?: readonly string[];
      cert_services_collection?: readonly string[];
      ca_registry_collection?: readonly string[];
      dc_registry_collection?: readonly string[];
      created_at?: readonly string[];
      updated_at?: readonly string[];
      deleted_at?: readonly string[];
      hydrate_domains?: boolean;
      hydrate_ous?: boolean;
      skip?: number;
      limit?: number;
    };
    body: undefined;
    answer: { readonly count: number; readonly skip: number; readonly limit: number; readonly data: readonly JobDto[] };
    forms: never;
  };
  'GET /api/v2/jobs/{job_id}': {
    path: { job_id: number };
    query: {};
    body: undefined;
    answer: { readonly data: JobRecordDto };
    forms: never;
  };
  'GET /api/v2/jobs/{job_id}/log': {
    path: { job_id: number };
    query: {};
    body: undefined;
    answer: { readonly data: JobLogDto };
    forms: never;
  };
  'GET /api/v2/pictures': {
    path: {};
    query: {
      scope?: 'owned' | 'shared' | 'public' | 'all';
      sort_by?: readonly (
        | 'id'
        | '-id'
        | 'created_at'
        | '-created_at'
        | 'updated_at'
        | '-updated_at'
        | 'user_id'
        | '-user_id'
        | 'name'
        | '-name'
        | 'public'
        | '-public'
      )[];
      id?: readonly string[];
      created_at?: readonly string[];
      updated_at?: readonly string[];
      user_id?: readonly string[];
      name?: readonly string[];
      public?: readonly string[];
      skip?: number;
      limit?: number;
    };
    body: undefined;
    answer: {
      readonly count: number;
      readonly skip: number;
      readonly limit: number;
      readonly data: readonly PictureDto[];
    };
    forms: never;
  };
  'GET /api/v2/pictures/{picture_id}': {
    path: { picture_id: string };
    query: {};
    body: undefined;
    answer: {
      readonly data: OpenedPictureDto;
      readonly analysed_at: string | null;
      readonly stale_since: string | null;
      readonly notes: readonly string[];
      readonly unknown_reach?: {
        readonly holders: number;
        readonly assignments: readonly {
          readonly holder: string;
          readonly holder_name: string;
          readonly role: string;
          readonly role_name: string;
          readonly scope: string;
          readonly scope_name: string;
          readonly reason: 'members_not_collected';
        }[];
      };
    };
    forms: never;
  };
  'GET /api/v2/plans': {
    path: {};
    query: {
      sort_by?: readonly (
        | 'id'
        | '-id'
        | 'created_at'
        | '-created_at'
        | 'updated_at'
        | '-updated_at'
        | 'name'
        | '-name'
        | 'user_id'
        | '-user_id'
        | 'until'
        | '-until'
        | 'exposed'
        | '-exposed'
        | 'remaining'
        | '-remaining'
        | 'cost'
        | '-cost'
        | 'lower_bound'
        | '-lower_bound'
        | 'steps'
        | '-steps'
        | 'done'
        | '-done'
        | 'returned'
        | '-returned'
        | 'checked_at'
        | '-checked_at'
      )[];
      id?: readonly string[];
      created_at?: readonly string[];
      updated_at?: readonly string[];
      name?: readonly string[];
      user_id?: readonly string[];
      until?: readonly string[];
      remaining?: readonly string[];
      cost?: readonly string[];
      returned?: readonly string[];
      skip?: number;
      limit?: number;
    };
    body: undefined;
    answer: {
      readonly count: number;
      readonly skip: number;
      readonly limit: number;
      readonly data: readonly KeptPlanDto[];
    };
    forms: never;
  };
  'GET /api/v2/plans/{plan_id}': {
    path: { plan_id: number };
    query: {};
    body: undefined;
    answer: { readonly data: KeptPlanDto };
    forms: never;
  };
  'GET /api/v2/plans/{plan_id}/steps': {
    path: { plan_id: number };
    query: {
      sort_by?: readonly (
        | 'key'
        | '-key'
        | 'place'
        | '-place'
        | 'sort'
        | '-sort'
        | 'text'
        | '-text'
        | 'cost'
        | '-cost'
        | 'stage'
        | '-stage'
        | 'gain'
        | '-gain'
        | 'remaining_after'
        | '-remaining_after'
        | 'at_objectid'
        | '-at_objectid'
        | 'at_name'
        | '-at_name'
        | 'at_kind'
        | '-at_kind'
        | 'by_objectid'
        | '-by_objectid'
        | 'by_name'
        | '-by_name'
        | 'by_kind'
        | '-by_kind'
        | 'owner'
        | '-owner'
        | 'note'
        | '-note'
        | 'state'
        | '-state'
        | 'not_before'
        | '-not_before'
        | 'found'
        | '-found'
        | 'found_since'
        | '-found_since'
        | 'facts'
        | '-facts'
        | 'facts_left'
        | '-facts_left'
      )[];
      key?: readonly string[];
      place?: readonly string[];
      sort?: readonly string[];
      text?: readonly string[];
      cost?: readonly string[];
      stage?: readonly string[];
      gain?: readonly string[];
      at_objectid?: readonly string[];
      at_name?: readonly string[];
      at_kind?: readonly string[];
      by_objectid?: readonly string[];
      by_name?: readonly string[];
      by_kind?: readonly string[];
      owner?: readonly string[];
      note?: readonly string[];
      state?: readonly string[];
      not_before?: readonly string[];
      found?: readonly string[];
      found_since?: readonly string[];
      facts_left?: readonly string[];
      skip?: number;
      limit?: number;
    };
    body: undefined;
    answer: {
      readonly count: number;
      readonly skip: number;
      readonly limit: number;
      readonly data: readonly KeptStepDto[];
    };
    forms: never;
  };
  'GET /api/v2/posture-history/{data_type}': {
    path: { data_type: string };
    query: { environments?: readonly string[]; start?: string; end?: string; asset_group_tag_id?: string };
    body: undefined;
    answer: PostureHistoryDto & {
      readonly analysed_at: string | null;
      readonly stale_since: string | null;
      readonly notes: readonly string[];
      readonly unknown_reach?: {
        readonly holders: number;
        readonly assignments: readonly {
          readonly holder: string;
          readonly holder_name: string;
          readonly role: string;
          readonly role_name: string;
          readonly scope: string;
          readonly scope_name: string;
          readonly reason: 'members_not_collected';
        }[];
      };
    };
    forms: never;
  };
  'GET /api/v2/questions': {
    path: {};
    query: {};
    body: undefined;
    answer: { readonly data: readonly ReadyQuestionDto[] };
    forms: never;
  };
  'GET /api/v2/report-documents/{document_id}': {
    path: { document_id: string };
    query: { format?: 'html' | 'markdown' | 'json' | 'csv'; inline?: boolean };
    body: undefined;
    answer: undefined;
    forms: never;
  };
  'GET /api/v2/reports': {
    path: {};
    query: {
      sort_by?: readonly (
        | 'id'
        | '-id'
        | 'created_at'
        | '-created_at'
        | 'updated_at'
        | '-updated_at'
        | 'name'
        | '-name'
        | 'hide_names'
        | '-hide_names'
        | 'next_at'
        | '-next_at'
        | 'user_id'
        | '-user_id'
        | 'stopped'
        | '-stopped'
      )[];
      id?: readonly string[];
      created_at?: readonly string[];
      updated_at?: readonly string[];
      name?: readonly string[];
      hide_names?: readonly string[];
      next_at?: readonly string[];
      user_id?: readonly string[];
      stopped?: readonly string[];
      skip?: number;
      limit?: number;
    };
    body: undefined;
    answer: {
      readonly count: number;
      readonly skip: number;
      readonly limit: number;
      readonly data: readonly ReportDto[];
    };
    forms: never;
  };
  'GET /api/v2/reports/{report_id}': {
    path: { report_id: number };
    query: {};
    body: undefined;
    answer: { readonly data: ReportDto };
    forms: never;
  };
  'GET /api/v2/reports/{report_id}/documents': {
    path: { report_id: number };
    query: {
      sort_by?: readonly ('id' | '-id' | 'name' | '-name' | 'created_at' | '-created_at' | 'status' | '-status')[];
      id?: readonly string[];
      name?: readonly string[];
      created_at?: readonly string[];
      status?: readonly string[];
      skip?: number;
      limit?: number;
    };
    body: undefined;
    answer: {
      readonly count: number;
      readonly skip: number;
      readonly limit: number;
      readonly data: readonly ReportDocumentDto[];
    };
    forms: never;
  };
  'GET /api/v2/roles': {
    path: {};
    query: {};
    body: undefined;
    answer: { readonly data: readonly RoleDto[] };
    forms: never;
  };
  'GET /api/v2/saved-queries': {
    path: {};
    query: {
      scope?: 'owned' | 'shared' | 'public' | 'all';
      sort_by?: readonly (
        | 'id'
        | '-id'
        | 'created_at'
        | '-created_at'
        | 'updated_at'
        | '-updated_at'
        | 'user_id'
        | '-user_id'
        | 'name'
        | '-name'
        | 'query'
        | '-query'
        | 'description'
        | '-description'
        | 'category'
        | '-category'
      )[];
      id?: readonly string[];
      created_at?: readonly string[];
      updated_at?: readonly string[];
      user_id?: readonly string[];
      name?: readonly string[];
      query?: readonly string[];
      description?: readonly string[];
      category?: readonly string[];
      skip?: number;
      limit?: number;
    };
    body: undefined;
    answer: {
      readonly count: number;
      readonly skip: number;
      readonly limit: number;
      readonly data: readonly SavedQueryDto[];
    };
    forms: never;
  };
  'GET /api/v2/saved-queries/export': {
    path: {};
    query: { scope?: 'owned' | 'shared' | 'public' | 'all' };
    body: undefined;
    answer: undefined;
    forms: never;
  };
  'GET /api/v2/saved-queries/{saved_query_id}/export': {
    path: { saved_query_id: number };
    query: {};
    body: undefined;
    answer: undefined;
    forms: never;
  };
  'GET /api/v2/search': {
    path: {};
    query: {
      query?: string;
      q?: string;
      type?: readonly string[];
      environment?: string;
      tier_zero?: boolean;
      where?: readonly string[];
      sort_by?: readonly string[];
      skip?: number;
      limit?: number;
      props?: string;
    };
    body: undefined;
    answer: {
      readonly count: number;
      readonly skip: number;
      readonly limit: number;
      readonly data: readonly SearchResultDto[];
    };
    forms: never;
  };
  'GET /api/v2/self': { path: {}; query: {}; body: undefined; answer: { readonly data: SelfDto }; forms: never };
  'GET /api/v2/self/passkeys': {
    path: {};
    query: {};
    body: undefined;
    answer: { readonly data: readonly PasskeyDto[] };
    forms: never;
  };
  'GET /api/v2/self/sessions': {
    path: {};
    query: {
      sort_by?: readonly (
        | 'id'
        | '-id'
        | 'kind'
        | '-kind'
        | 'address'
        | '-address'
        | 'program'
        | '-program'
        | 'created_at'
        | '-created_at'
        | 'expires_at'
        | '-expires_at'
        | 'last_used'
        | '-last_used'
        | 'idle_until'
        | '-idle_until'
        | 'former_visit'
        | '-former_visit'
        | 'is_current'
        | '-is_current'
      )[];
      id?: readonly string[];
      kind?: readonly string[];
      address?: readonly string[];
      program?: readonly string[];
      created_at?: readonly string[];
      expires_at?: readonly string[];
      last_used?: readonly string[];
      idle_until?: readonly string[];
      former_visit?: readonly string[];
      is_current?: readonly string[];
      skip?: number;
      limit?: number;
    };
    body: undefined;
    answer: {
      readonly count: number;
      readonly skip: number;
      readonly limit: number;
      readonly data: readonly OwnSessionDto[];
    };
    forms: never;
  };
  'GET /api/v2/sso-providers': {
    path: {};
    query: {};
    body: undefined;
    answer: { readonly data: readonly SsoProviderDto[] };
    forms: never;
  };
  'GET /api/v2/sso-providers/{sso_provider_id}/signing-certificate': {
    path: { sso_provider_id: number };
    query: {};
    body: undefined;
    answer: undefined;
    forms: never;
  };
  'GET /api/v2/tokens': {
    path: {};
    query: {
      sort_by?: readonly (
        | 'id'
        | '-id'
        | 'type'
        | '-type'
        | 'name'
        | '-name'
        | 'user_id'
        | '-user_id'
        | 'sso_provider_id'
        | '-sso_provider_id'
        | 'created_at'
        | '-created_at'
        | 'updated_at'
        | '-updated_at'
        | 'expires_at'
        | '-expires_at'
        | 'last_access'
        | '-last_access'
        | 'grace_until'
        | '-grace_until'
      )[];
      id?: readonly string[];
      type?: readonly string[];
      name?: readonly string[];
      user_id?: readonly string[];
      sso_provider_id?: readonly string[];
      created_at?: readonly string[];
      updated_at?: readonly string[];
      expires_at?: readonly string[];
      last_access?: readonly string[];
      grace_until?: readonly string[];
      skip?: number;
      limit?: number;
    };
    body: undefined;
    answer: {
      readonly count: number;
      readonly skip: number;
      readonly limit: number;
      readonly data: readonly ApiTokenDto[];
    };
    forms: never;
  };
  'PATCH /api/v2/accounts/{account_id}': {
    path: { account_id: string };
    query: {};
    body: UpdateAccountRequest;
    answer: { readonly data: AccountDto };
    forms: never;
  };
  'PATCH /api/v2/alert-channels/{alert_channel_id}': {
    path: { alert_channel_id: string };
    query: {};
    body: UpdateAlertChannelRequest;
    answer: { readonly data: AlertChannelDto };
    forms: never;
  };
  'PATCH /api/v2/alert-rules/{alert_rule_id}': {
    path: { alert_rule_id: number };
    query: {};
    body: UpdateAlertRuleRequest;
    answer: { readonly data: AlertRuleDto };
    forms: never;
  };
  'PATCH /api/v2/asset-group-tags/{asset_group_tag_id}/selectors/{asset_group_tag_selector_id}': {
    path: { asset_group_tag_id: number; asset_group_tag_selector_id: number };
    query: {};
    body: UpdateTagSelectorRequest;
    answer: { readonly data: TagSelectorDto };
    forms: never;
  };
  'PATCH /api/v2/pictures/{picture_id}': {
    path: { picture_id: string };
    query: {};
    body: UpdatePictureRequest;
    answer: { readonly data: PictureDto };
    forms: never;
  };
  'PATCH /api/v2/plans/{plan_id}/steps/{step_key}': {
    path: { plan_id: number; step_key: string };
    query: {};
    body: UpdatePlanStepRequest;
    answer: { readonly data: KeptStepDto };
    forms: never;
  };
  'PATCH /api/v2/reports/{report_id}': {
    path: { report_id: number };
    query: {};
    body: UpdateReportRequest;
    answer: { readonly data: ReportDto };
    forms: never;
  };
  'PATCH /api/v2/sso-providers/{sso_provider_id}': {
    path: { sso_provider_id: number };
    query: {};
    body:
      | UpdateProviderRequest
      | {
          readonly name?: string;
          readonly metadata?: string;
          readonly 'config.auto_provision.enabled'?: string;
          readonly 'config.auto_provision.default_role_id'?: string;
          readonly 'config.auto_provision.role_provision'?: string;
        };
    answer: { readonly data: SsoProviderDto };
    forms: never;
  };
  'POST /api/v2/accounts': {
    path: {};
    query: {};
    body: CreateAccountRequest;
    answer: { readonly data: AccountDto };
    forms: never;
  };
  'POST /api/v2/accounts/{account_id}/mfa': {
    path: { account_id: string };
    query: {};
    body: ProofRequest;
    answer: { readonly data: EnrolledFactorDto };
    forms: never;
  };
  'POST /api/v2/accounts/{account_id}/mfa-activation': {
    path: { account_id: string };
    query: {};
    body: ActivateFactorRequest;
    answer: { readonly data: ActivatedFactorDto };
    forms: never;
  };
  'POST /api/v2/accounts/{account_id}/recovery-codes': {
    path: { account_id: string };
    query: {};
    body: ProofRequest;
    answer: { readonly data: RecoveryCodesDto };
    forms: never;
  };
  'POST /api/v2/alert-channels': {
    path: {};
    query: {};
    body: CreateAlertChannelRequest;
    answer: { readonly data: AlertChannelSecretDto };
    forms: never;
  };
  'POST /api/v2/alert-channels/{alert_channel_id}/test': {
    path: { alert_channel_id: string };
    query: {};
    body: undefined;
    answer: { readonly data: AlertDeliveryDto };
    forms: never;
  };
  'POST /api/v2/alert-rules': {
    path: {};
    query: {};
    body: CreateAlertRuleRequest;
    answer: { readonly data: AlertRuleDto };
    forms: never;
  };
  'POST /api/v2/asset-group-tags/preview-selectors': {
    path: {};
    query: {};
    body: PreviewSelectorsRequest;
    answer: { readonly data: SelectionPreviewDto };
    forms: never;
  };
  'POST /api/v2/asset-group-tags/{asset_group_tag_id}/selectors': {
    path: { asset_group_tag_id: number };
    query: {};
    body: CreateTagSelectorRequest;
    answer: { readonly data: TagSelectorDto };
    forms: never;
  };
  'POST /api/v2/clients': {
    path: {};
    query: {};
    body: CreateClientRequest;
    answer: { readonly data: CreatedClientDto };
    forms: never;
  };
  'POST /api/v2/clients/{client_id}/jobs': {
    path: { client_id: string };
    query: {};
    body: CreateJobRequest;
    answer: { readonly data: JobRecordDto };
    forms: never;
  };
  'POST /api/v2/device/decision': { path: {}; query: {}; body: DecideDeviceRequest; answer: undefined; forms: never };
  'POST /api/v2/device/request': {
    path: {};
    query: {};
    body: FindDeviceRequest;
    answer: { readonly data: WaitingProgramDto };
    forms: never;
  };
  'POST /api/v2/events': {
    path: {};
    query: {};
    body: CreateEventRequest;
    answer: { readonly data: TitledEventDto };
    forms: never;
  };
  'POST /api/v2/events/occurrences': {
    path: {};
    query: {};
    body: OccurrencesRequest;
    answer: { readonly data: OccurrencesDto };
    forms: never;
  };
  'POST /api/v2/file-upload/start': {
    path: {};
    query: {};
    body: undefined;
    answer: { readonly data: FileUploadDto };
    forms: never;
  };
  'POST /api/v2/file-upload/{file_upload_id}': {
    path: { file_upload_id: number };
    query: {};
    body: Blob;
    answer: { readonly data: UploadedFileDto };
    forms: never;
  };
  'POST /api/v2/file-upload/{file_upload_id}/end': {
    path: { file_upload_id: number };
    query: {};
    body: undefined;
    answer: { readonly data: FileUploadDto };
    forms: never;
  };
  'POST /api/v2/graphs/cypher': {
    path: {};
    query: {};
    body: CypherRequestDto;
    answer: {
      readonly data: CypherGraphDto;
      readonly analysed_at: string | null;
      readonly stale_since: string | null;
      readonly notes: readonly string[];
      readonly unknown_reach?: {
        readonly holders: number;
        readonly assignments: readonly {
          readonly holder: string;
          readonly holder_name: string;
          readonly role: string;
          readonly role_name: string;
          readonly scope: string;
          readonly scope_name: string;
          readonly reason: 'members_not_collected';
        }[];
      };
    };
    forms:
      | {
          readonly data: CypherTableDto;
          readonly analysed_at: string | null;
          readonly stale_since: string | null;
          readonly notes: readonly string[];
          readonly unknown_reach?: {
            readonly holders: number;
            readonly assignments: readonly {
              readonly holder: string;
              readonly holder_name: string;
              readonly role: string;
              readonly role_name: string;
              readonly scope: string;
              readonly scope_name: string;
              readonly reason: 'members_not_collected';
            }[];
          };
        }
      | {
          readonly data: CypherPlanDto;
          readonly analysed_at: string | null;
          readonly stale_since: string | null;
          readonly notes: readonly string[];
          readonly unknown_reach?: {
            readonly holders: number;
            readonly assignments: readonly {
              readonly holder: string;
              readonly holder_name: string;
              readonly role: string;
              readonly role_name: string;
              readonly scope: string;
              readonly scope_name: string;
              readonly reason: 'members_not_collected';
            }[];
          };
        };
  };
  'POST /api/v2/graphs/neighbourhood': {
    path: {};
    query: {};
    body: NeighbourhoodRequest;
    answer: {
      readonly data: NeighbourhoodDto;
      readonly analysed_at: string | null;
      readonly stale_since: string | null;
      readonly notes: readonly string[];
      readonly unknown_reach?: {
        readonly holders: number;
        readonly assignments: readonly {
          readonly holder: string;
          readonly holder_name: string;
          readonly role: string;
          readonly role_name: string;
          readonly scope: string;
          readonly scope_name: string;
          readonly reason: 'members_not_collected';
        }[];
      };
    };
    forms: never;
  };
  'POST /api/v2/login/passkey/options': {
    path: {};
    query: {};
    body: undefined;
    answer: { readonly data: PasskeyOptionsDto };
    forms: never;
  };
  'POST /api/v2/pictures': {
    path: {};
    query: {};
    body: CreatePictureRequest;
    answer: { readonly data: PictureDto };
    forms: never;
  };
  'POST /api/v2/plans': {
    path: {};
    query: {};
    body: CreatePlanRequest;
    answer: { readonly data: KeptPlanDto };
    forms: never;
  };
  'POST /api/v2/plans/{plan_id}/again': {
    path: { plan_id: number };
    query: {};
    body: undefined;
    answer: { readonly data: KeptPlanDto };
    forms: never;
  };
  'POST /api/v2/reports': {
    path: {};
    query: {};
    body: CreateReportRequest;
    answer: { readonly data: ReportDto };
    forms: never;
  };
  'POST /api/v2/reports/{report_id}/run': {
    path: { report_id: number };
    query: {};
    body: undefined;
    answer: { readonly data: ReportDocumentDto };
    forms: never;
  };
  'POST /api/v2/saved-queries': {
    path: {};
    query: {};
    body: CreateSavedQueryRequest;
    answer: { readonly data: SavedQueryDto };
    forms: never;
  };
  'POST /api/v2/saved-queries/import': {
    path: {};
    query: {};
    body: Blob;
    answer: { readonly data: ImportedQueriesDto };
    forms: never;
  };
  'POST /api/v2/self/passkeys': {
    path: {};
    query: {};
    body: RegisterPasskeyRequest;
    answer: { readonly data: RegisteredPasskeyDto };
    forms: never;
  };
  'POST /api/v2/self/passkeys/options': {
    path: {};
    query: {};
    body: ProofRequest;
    answer: { readonly data: PasskeyOptionsDto };
    forms: never;
  };
  'POST /api/v2/self/session': {
    path: {};
    query: {};
    body: CookieLoginRequest;
    answer: { readonly data: CookieSessionDto };
    forms: never;
  };
  'POST /api/v2/self/session/passkey': {
    path: {};
    query: {};
    body: PasskeyLoginRequest;
    answer: { readonly data: CookieSessionDto };
    forms: never;
  };
  'POST /api/v2/sso-providers/oidc': {
    path: {};
    query: {};
    body: CreateOidcProviderRequest;
    answer: { readonly data: SsoProviderDto };
    forms: never;
  };
  'POST /api/v2/sso-providers/saml': {
    path: {};
    query: {};
    body: {
      readonly name: string;
      readonly metadata: string;
      readonly 'config.auto_provision.enabled'?: string;
      readonly 'config.auto_provision.default_role_id'?: string;
      readonly 'config.auto_provision.role_provision'?: string;
    };
    answer: { readonly data: SsoProviderDto };
    forms: never;
  };
  'POST /api/v2/tokens': {
    path: {};
    query: {};
    body: CreateApiTokenRequest;
    answer: { readonly data: CreatedApiTokenDto };
    forms: never;
  };
  'PUT /api/v2/accounts/{account_id}/environments': {
    path: { account_id: string };
    query: {};
    body: AccountEnvironmentsRequest;
    answer: { readonly data: AccountDto };
    forms: never;
  };
  'PUT /api/v2/analysis': {
    path: {};
    query: {};
    body: undefined;
    answer: { readonly data: AnalysisRunDto };
    forms: never;
  };
  'PUT /api/v2/asset-groups/{asset_group_id}/selectors': {
    path: { asset_group_id: number };
    query: {};
    body: WriteSelectorsRequest;
    answer: { readonly data: AssetGroupDto } | { readonly data: SelectorChangesDto };
    forms: never;
  };
  'PUT /api/v2/attack-paths/{attack_path_id}/acceptance': {
    path: { attack_path_id: number };
    query: {};
    body: AcceptanceRequest;
    answer: { readonly data: FindingDetailDto };
    forms: never;
  };
  'PUT /api/v2/clients/{client_id}': {
    path: { client_id: string };
    query: {};
    body: ReplaceClientRequest;
    answer: { readonly data: ClientDto };
    forms: never;
  };
  'PUT /api/v2/clients/{client_id}/token': {
    path: { client_id: string };
    query: {};
    body: undefined;
    answer: { readonly data: ClientTokenDto };
    forms: never;
  };
  'PUT /api/v2/events/{event_id}': {
    path: { event_id: number };
    query: {};
    body: EventPlanRequest;
    answer: { readonly data: TitledEventDto };
    forms: never;
  };
  'PUT /api/v2/jobs/{job_id}/cancel': {
    path: { job_id: number };
    query: {};
    body: undefined;
    answer: { readonly data: JobRecordDto };
    forms: never;
  };
  'PUT /api/v2/pictures/{picture_id}/permissions': {
    path: { picture_id: string };
    query: {};
    body: SharePictureRequest;
    answer: undefined;
    forms: never;
  };
  'PUT /api/v2/self/password': { path: {}; query: {}; body: ChangePasswordRequest; answer: undefined; forms: never };
}
