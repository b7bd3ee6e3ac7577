import { findingKinds } from '../../../analysis/findings/finding-types.js';
import { severities } from '../../../analysis/findings/severity.js';
import { column, describeList, type ListRequest } from '../../../http/list/list-description.js';
import { environmentName, isAccepted, principalsHash, status, zoneName } from './findings.sql.js';

export const findingStatuses = ['active', 'accepted', 'remediated'] as const;

export const findingList = describeList({
  columns: {
    // Sorted from the least severe to the worst.
    severity: {
      ...column.choice(severities)('f.severity', 'sort', 'filter'),
      sortSql: `array_position(ARRAY['low', 'moderate', 'high', 'critical'], f.severity)`,
    },
    risk: column.integer('f.risk', 'sort'),
    finding_type: column.choice(findingKinds)('t.kind', 'sort', 'filter'),
    finding: column.string('f.finding', 'sort', 'filter'),
    title: column.string('t.title', 'sort', 'filter'),
    platform: column.string('t.platform', 'sort', 'filter'),
    environment_id: column.string('f.environment', 'sort'),
    environment_name: column.string(environmentName, 'sort', 'filter'),
    asset_group_tag_id: column.integer('f.asset_group_tag_id', 'sort', 'filter'),
    zone_name: column.string(zoneName, 'sort', 'filter'),
    source_principal_id: column.string('f.source', 'sort', 'filter'),
    source_principal_kind: column.string('f.source_kind', 'sort', 'filter'),
    source_principal_name: column.string('f.source_name', 'sort', 'filter'),
    target_principal_id: column.string('f.target', 'sort', 'filter'),
    target_principal_kind: column.string('f.target_kind', 'sort', 'filter'),
    target_principal_name: column.string('f.target_name', 'sort', 'filter'),
    status: column.choice(findingStatuses)(`(${status})`, 'sort', 'filter'),
    first_seen: column.timestamp('f.first_seen', 'sort', 'filter'),
    last_seen: column.timestamp('f.last_seen', 'sort', 'filter'),
  },
  defaultSort: ['-risk'],
  tieBreaker: 'f.id',
});

export type FindingListRequest = ListRequest<keyof typeof findingList.columns>;

/** The findings of one type in one environment, by the names of the reference product. */
export const findingDetailList = describeList({
  columns: {
    id: column.integer('f.id', 'sort', 'filter'),
    finding: column.string('f.finding', 'sort'),
    domain_sid: column.string('f.environment', 'sort', 'filter'),
    from_principal: column.string('f.source', 'filter'),
    to_principal: column.string('f.target', 'filter'),
    FromPrincipal: column.string('f.source', 'sort', 'filter'),
    ToPrincipal: column.string('f.target', 'sort', 'filter'),
    Principal: column.string('f.target', 'filter'),
    principals_hash: column.string(principalsHash, 'filter'),
    Accepted: column.boolean(isAccepted, 'filter'),
    AcceptedUntil: column.timestamp('f.accepted_until', 'sort', 'filter', 'nullable'),
    accepted_until: column.timestamp('f.accepted_until', 'filter', 'nullable'),
    exposure_percentage: column.integer('f.exposure_share', 'sort'),
    impact_percentage: column.integer('f.impact_share', 'sort'),
    created_at: column.timestamp('f.first_seen', 'sort', 'filter'),
    updated_at: column.timestamp('f.last_seen', 'sort', 'filter'),
  },
  defaultSort: ['-impact_percentage', '-exposure_percentage'],
  tieBreaker: 'f.id',
});

export type FindingDetailRequest = ListRequest<keyof typeof findingDetailList.columns>;

export const findingNameList = describeList({
  columns: { finding: column.string('f.finding', 'sort', 'filter') },
  defaultSort: ['finding'],
  tieBreaker: 'f.finding',
});

export type FindingNameRequest = ListRequest<keyof typeof findingNameList.columns>;
