import { findingKinds } from '../../../analysis/findings/finding-types.js';
import { severities } from '../../../analysis/findings/severity.js';
import { columnsOf, field, shape } from '../../../http/fields/fields.js';
import { column, describeList, type ListRequest } from '../../../http/list/list-description.js';
import { environmentName, status } from './findings.sql.js';

const findingStatuses = ['active', 'accepted', 'remediated'] as const;

/** A row of `findingsWithNames`. */
export const findingShape = shape('FindingDto', {
  id: field.int32('f.id', 'Id for the acceptance of the risk.'),
  severity: field.choice(severities)('f.severity'),
  finding_type: field.choice(findingKinds)('t.kind', {}, 'sort', 'filter'),
  finding: field.word('f.finding', { example: 'T0GenericAll', description: 'Name of the type.' }, 'sort', 'filter'),
  title: field.text('t.title', {}, 'sort', 'filter'),
  platform: field.text('t.platform', { example: 'Active Directory' }, 'sort', 'filter'),
  environment_id: field.text('f.environment', 'Object id of the domain or tenant of the target.', 'sort'),
  environment_name: field.text(
    environmentName,
    'Its name, or its object id if the graph no longer has it.',
    'sort',
    'filter',
  ),
  asset_group_tag_id: field.count(
    'f.asset_group_tag_id',
    'The tag of the target: 1 is tier zero, 0 is none.',
    'sort',
    'filter',
  ),
  zone_name: field.text("COALESCE(g.name, '')", 'Name of the tag; empty if it is 0.', 'sort', 'filter'),
  source_principal_id: field.text(
    'f.source',
    'Object id of the start of the edge; empty for list findings.',
    'sort',
    'filter',
  ),
  source_principal_kind: field.text('f.source_kind', {}, 'sort', 'filter'),
  source_principal_name: field.text('f.source_name', {}, 'sort', 'filter'),
  target_principal_id: field.text('f.target', 'Object id.', 'sort', 'filter'),
  target_principal_kind: field.text('f.target_kind', {}, 'sort', 'filter'),
  target_principal_name: field.text('f.target_name', {}, 'sort', 'filter'),
  status: field.choice(findingStatuses)(
    `(${status})`,
    '`remediated`: the last analysis did not find it any more.',
    'sort',
    'filter',
  ),
  first_seen: field.time('f.first_seen', 'Time of the first analysis that found it.', 'sort', 'filter'),
  last_seen: field.time('f.last_seen', 'Time of the last analysis that found it.', 'sort', 'filter'),
  risk: field.number('f.risk', { minimum: 0, maximum: 100 }, 'sort'),
  exposure_count: field.count(
    'f.exposure_count',
    'Accounts that reach the source, or the target of a list finding.',
    'sort',
    'filter',
  ),
  exposure_percentage: field.share(
    'f.exposure_share',
    'The same as a share of the accounts of the environment, 1 at most.',
  ),
  freed: field.optionalCount(
    'f.freed',
    'Enabled accounts outside of tier zero that lose their last way into it if the source loses all rights on the target. Null for list findings.',
    'sort',
    'filter',
  ),
  shared: field.optionalCount(
    'f.shared',
    'Enabled accounts outside of tier zero that have such a way, and keep another one. Null for list findings.',
    'sort',
    'filter',
  ),
  impact_count: field.count('f.impact_count', 'Nodes that the target reaches.'),
  impact_percentage: field.share('f.impact_share', 'The same as a share of the nodes of the environment, 1 at most.'),
  accepted_until: field.nullTime('f.accepted_until'),
  accept_reason: field.text('f.accept_reason'),
});

export const findingList = describeList({
  columns: {
    // Sorted from the least severe to the worst.
    severity: {
      ...column.choice(severities)('f.severity', 'sort', 'filter'),
      sortSql: `array_position(ARRAY['low', 'moderate', 'high', 'critical'], f.severity)`,
    },
    ...columnsOf(findingShape.fields),
  },
  defaultSort: ['-freed', '-shared', '-exposure_count'],
  tieBreaker: 'f.id',
  polled: { table: 'finding', number: 'f.poll_number', changedAt: 'GREATEST(first_seen, resolved_at)' },
});

export type FindingListRequest = ListRequest<keyof typeof findingList.columns>;

export const findingNameList = describeList({
  columns: { finding: column.string('f.finding', 'sort', 'filter') },
  defaultSort: ['finding'],
  tieBreaker: 'f.finding',
});

export type FindingNameRequest = ListRequest<keyof typeof findingNameList.columns>;
