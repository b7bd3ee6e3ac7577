import { field, recordFields, shape } from '../../../http/fields/fields.js';
import { column, describeList, type ListRequest } from '../../../http/list/list-description.js';

const times = {
  created_at: column.timestamp('d.created_at', 'sort', 'filter'),
  updated_at: column.timestamp('d.updated_at', 'sort', 'filter'),
};

export const sparklineList = describeList({
  columns: {
    id: column.integer('d.id', 'sort'),
    CompositeRisk: column.integer('d.composite_risk', 'sort'),
    FindingCount: column.integer('d.finding_count', 'sort'),
    ImpactedAssetCount: column.integer('d.impacted_asset_count', 'sort'),
    domain_sid: column.string('d.environment', 'sort'),
    created_at: column.timestamp('d.created_at', 'sort'),
    updated_at: column.timestamp('d.updated_at', 'sort'),
  },
  defaultSort: ['created_at'],
  tieBreaker: 'd.id',
});

export type SparklineRequest = ListRequest<keyof typeof sparklineList.columns>;

export const postureStatList = describeList({
  columns: {
    id: column.integer('d.id', 'sort', 'filter'),
    domain_sid: column.string('d.domain_sid', 'sort', 'filter'),
    asset_group_tag_id: column.integer('d.asset_group_tag_id', 'filter'),
    exposure_index: column.integer('d.exposure_index', 'sort', 'filter'),
    tier_zero_count: column.integer('d.tier_zero_count', 'sort', 'filter'),
    critical_risk_count: column.integer('d.critical_risk_count', 'sort', 'filter'),
    ...times,
  },
  defaultSort: ['-created_at'],
  tieBreaker: 'd.id',
});

export type PostureStatRequest = ListRequest<keyof typeof postureStatList.columns>;

export const sparklineShape = shape('SparklineDto', {
  ...recordFields('d'),
  CompositeRisk: field.number('d.composite_risk', {
    minimum: 0,
    maximum: 100,
    description: 'The largest risk of the findings.',
  }),
  FindingCount: field.count('d.finding_count'),
  ImpactedAssetCount: field.count('d.impacted_asset_count', 'Distinct targets.'),
  DomainSID: field.text('d.environment', 'Object id of the domain or tenant.'),
  Finding: field.word('d.finding'),
});

export const postureStatShape = shape('PostureStatDto', {
  ...recordFields('d'),
  domain_sid: field.text('d.domain_sid', 'Object id of the domain or tenant.'),
  asset_group_tag_id: field.count('d.asset_group_tag_id', 'Always 1, the tag of tier zero.'),
  exposure_index: field.share(
    'd.exposure_index',
    'Share of the accounts of the environment, outside of its tier zero, that reach it.',
  ),
  tier_zero_count: field.count('d.tier_zero_count', 'Members of tier zero.'),
  critical_risk_count: field.count('d.critical_risk_count', 'Critical findings of tier zero.'),
  rules_changed: field.boolean(
    `EXISTS (SELECT FROM analysis_run r WHERE r.id = d.run_id AND r.summary -> 'rulesChanged' = 'true')`,
    'Whether a newer version of the product found it by other rules than the run before: differences may be due to them.',
  ),
});
