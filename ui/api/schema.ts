// `node scripts/run.mjs ui-types` writes this file from the OpenAPI document of the service. Do not edit it.

export type AboutDto = {
  readonly version: string;
  readonly edition: 'community' | 'enterprise';
  readonly capabilities: readonly string[];
  readonly login_methods: readonly 'password'[];
  readonly identity_providers: readonly LoginProviderDto[];
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
};

export type AnalysisSummaryDto = {
  readonly graph_version: number;
  readonly unchanged: boolean;
  readonly edges: readonly DerivedKindDto[];
  readonly skipped: readonly SkippedObjectsDto[];
  readonly tier_zero: number;
  readonly data_quality: DataQualityRowsDto;
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

export type ChangePasswordRequest = {
  readonly current: string;
  readonly new: string;
  readonly revoke_tokens?: boolean;
};

export type CookieLoginRequest = { readonly username: string; readonly secret: string };

export type CookieSessionDto = { readonly user_id: string; readonly auth_expired: boolean };

export type CreateTagSelectorRequest = {
  readonly name: string;
  readonly seeds: readonly SeedRequest[];
  readonly description?: string;
  readonly auto_certify?: 0 | 1 | 2;
  readonly disabled?: boolean;
};

export type DataQualityRowsDto = { readonly tenants: number; readonly domains: number };

export type DerivedKindDto = { readonly kind: string; readonly created: number; readonly removed: number };

export type DomainDto = {
  readonly domainsid: string;
  readonly name: string;
  readonly collected: boolean;
  readonly last_seen: string;
};

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

export type ExampleEdgeDto = { readonly source: string; readonly kind: string; readonly target: string };

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

export type KindNamesDto = { readonly kinds: readonly string[]; readonly descriptions?: readonly KindDescriptionDto[] };

export type LinkedEntityDto = {
  readonly objectID: string;
  readonly name: string;
  readonly label: string;
  readonly kinds: readonly string[];
  readonly href: string;
};

export type LoginProviderDto = { readonly slug: string; readonly name: string; readonly type: 'SAML' };

export type MemberCountsDto = { readonly total_count: number; readonly counts: { readonly [name: string]: number } };

export type NullBoolDto = { readonly bool: boolean; readonly valid: boolean };

export type NullInt32Dto = { readonly int32: number; readonly valid: boolean };

export type NullStringDto = { readonly string: string; readonly valid: boolean };

export type NullTimeDto = { readonly time: string | null; readonly valid: boolean };

export type OneTagDto = { readonly tag: TagDto };

export type OneTagMemberDto = { readonly member: TagMemberWithSelectorsDto };

export type ReachableDto = {
  readonly count: number;
  readonly tier_zero: number;
  readonly kinds: { readonly [name: string]: number };
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
};

export type SeedDto = { readonly type: 1; readonly value: string };

export type SeedRequest = { readonly type: 1; readonly value: string };

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
  readonly is_disabled: boolean;
  readonly created_at: string;
  readonly updated_at: string;
  readonly last_login: NullTimeDto;
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
    | 'collector:call'
  )[];
};

export type SkippedObjectsDto = { readonly kind: string; readonly property: string; readonly objects: number };

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

export type TenantDto = { readonly tenantid: string; readonly name: string; readonly last_seen: string };

export type UnifiedEdgeDto = {
  readonly source: string;
  readonly target: string;
  readonly label: string;
  readonly kind: string;
  readonly lastSeen?: string;
  readonly properties: { readonly [name: string]: unknown };
};

export type UnifiedGraphDto = {
  readonly nodes: { readonly [name: string]: UnifiedNodeDto };
  readonly edges: readonly UnifiedEdgeDto[];
  readonly truncated: boolean;
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

export type UpdateTagSelectorRequest = {
  readonly name?: string;
  readonly seeds?: readonly SeedRequest[];
  readonly description?: string;
  readonly auto_certify?: 0 | 1 | 2;
  readonly disabled?: boolean;
};

export type WriteSelectorsRequest = {
  readonly selectors: readonly SelectorRequest[];
  readonly add?: readonly SelectorRequest[];
  readonly remove?: readonly SelectorRequest[];
};

export interface Operations {
  'GET /api/v2/self': { path: {}; query: {}; body: undefined; answer: { readonly data: SelfDto }; forms: never };
  'GET /api/v2/about': { path: {}; query: {}; body: undefined; answer: { readonly data: AboutDto }; forms: never };
  'POST /api/v2/self/session': {
    path: {};
    query: {};
    body: CookieLoginRequest;
    answer: { readonly data: CookieSessionDto };
    forms: never;
  };
  'DELETE /api/v2/self/session': { path: {}; query: {}; body: undefined; answer: undefined; forms: never };
  'PUT /api/v2/self/password': { path: {}; query: {}; body: ChangePasswordRequest; answer: undefined; forms: never };
  'GET /api/v2/search': {
    path: {};
    query: {
      query?: string;
      q?: string;
      type?: readonly string[];
      environment?: string;
      tier_zero?: boolean;
      skip?: number;
      limit?: number;
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
  'GET /api/v2/asset-groups/{asset_group_id}/members/counts': {
    path: { asset_group_id: number };
    query: {
      objectID?: readonly string[];
      name?: readonly string[];
      label?: readonly string[];
      environment_id?: readonly string[];
      environment_kind?: readonly string[];
      custom_member?: readonly string[];
    };
    body: undefined;
    answer: { readonly data: MemberCountsDto };
    forms: never;
  };
  'GET /api/v2/analysis/status': {
    path: {};
    query: {};
    body: undefined;
    answer: { readonly data: AnalysisStatusDto };
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
  'GET /api/v2/graphs/kinds': {
    path: {};
    query: { type?: readonly string[]; descriptions?: boolean };
    body: undefined;
    answer: { readonly data: KindNamesDto };
    forms: never;
  };
  'GET /api/v2/graphs/reachable': {
    path: {};
    query: { node: string; direction?: 'in' | 'out'; relationship_kinds?: string; only_traversable?: boolean };
    body: undefined;
    answer: { readonly data: ReachableDto };
    forms: never;
  };
  'GET /api/v2/graphs/shortest-path': {
    path: {};
    query: {
      start_node?: readonly string[];
      start_kind?: string;
      start_tag?: string;
      end_node?: readonly string[];
      end_kind?: string;
      end_tag?: string;
      relationship_kinds?: string;
      only_traversable?: boolean;
      max_nodes?: number;
    };
    body: undefined;
    answer: { readonly data: UnifiedGraphDto };
    forms: never;
  };
  'GET /api/v2/graphs/edge-composition': {
    path: {};
    query: { source_node: string; target_node: string; edge_type: string };
    body: undefined;
    answer: { readonly data: UnifiedGraphDto };
    forms: never;
  };
  'GET /api/v2/base/{object_id}': {
    path: { object_id: string };
    query: { counts?: boolean };
    body: undefined;
    answer: {
      readonly data: {
        readonly kinds: readonly string[];
        readonly props: { readonly [name: string]: unknown };
        readonly controllables?: number;
        readonly controllers?: number;
      };
    };
    forms: never;
  };
  'GET /api/v2/base/{object_id}/controllers': {
    path: { object_id: string };
    query: {
      type?: 'list' | 'graph' | 'count';
      sort_by?: readonly ('name' | '-name' | 'objectID' | '-objectID' | 'label' | '-label')[];
      skip?: number;
      limit?: number;
      environment?: string;
      tier_zero?: boolean;
    };
    body: undefined;
    answer: {
      readonly count: number;
      readonly skip: number;
      readonly limit: number;
      readonly data: readonly LinkedEntityDto[];
    };
    forms: { readonly data: EntityGraphDto } | { readonly data: EntityCountDto };
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
  'PUT /api/v2/asset-groups/{asset_group_id}/selectors': {
    path: { asset_group_id: number };
    query: {};
    body: WriteSelectorsRequest;
    answer: { readonly data: AssetGroupDto } | { readonly data: SelectorChangesDto };
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
  'POST /api/v2/asset-group-tags/{asset_group_tag_id}/selectors': {
    path: { asset_group_tag_id: number };
    query: {};
    body: CreateTagSelectorRequest;
    answer: { readonly data: TagSelectorDto };
    forms: never;
  };
  'PATCH /api/v2/asset-group-tags/{asset_group_tag_id}/selectors/{asset_group_tag_selector_id}': {
    path: { asset_group_tag_id: number; asset_group_tag_selector_id: number };
    query: {};
    body: UpdateTagSelectorRequest;
    answer: { readonly data: TagSelectorDto };
    forms: never;
  };
  'DELETE /api/v2/asset-group-tags/{asset_group_tag_id}/selectors/{asset_group_tag_selector_id}': {
    path: { asset_group_tag_id: number; asset_group_tag_selector_id: number };
    query: {};
    body: undefined;
    answer: undefined;
    forms: never;
  };
}
