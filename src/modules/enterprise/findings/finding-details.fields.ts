import type { FindingKind } from '../../../analysis/findings/finding-types.js';
import { severities } from '../../../analysis/findings/severity.js';
import { described, type Field, field, shape } from '../../../http/fields/fields.js';
import { column, describeList, type ListRequest } from '../../../http/list/list-description.js';
import { endOf, isAccepted } from './findings.sql.js';

/** The end of an acceptance; the year 1 if the risk was never accepted, as the reference product shows it. */
const acceptedUntil = `COALESCE(f.accepted_until, timestamptz '0001-01-01 00:00:00Z')`;

/** Identifies both ends: the same for all findings between them. */
const principalsHash = `md5(f.source || ' ' || f.target)`;

/** A property that only findings of one kind have. */
function of<Value>(
  kind: FindingKind,
  it: Field<Value>,
  description = kind === 'list' ? 'List findings only.' : 'Relationship findings only.',
): Field<Value, { readonly kind: FindingKind }, undefined> {
  const { schema } = described(it, { description, required: false });
  return { token: (given) => (given.kind === kind ? it.token(given) : undefined), schema, column: undefined };
}

/** The finding `f`, by the names of the reference product. */
export const findingDetailShape = shape('FindingDetailDto', {
  id: field.int32('f.id'),
  created_at: field.time('f.first_seen', 'Time of the first analysis that found it.'),
  updated_at: field.time('f.last_seen', 'Time of the last analysis that found it.'),
  deleted_at: field.nullTime('f.resolved_at', 'Time of the analysis that did not find it any more.'),
  Finding: field.word('f.finding'),
  DomainSID: field.text('f.environment', 'Object id of the domain or tenant.'),
  AcceptedUntil: field.time(acceptedUntil, '0001-01-01T00:00:00.000Z if the risk was never accepted.'),
  Accepted: field.boolean(isAccepted, 'Whether the risk is accepted now.'),
  AcceptReason: field.text('f.accept_reason'),
  ImpactPercentage: field.share('f.impact_share', 'Share of the nodes of the environment that the target reaches.'),
  ImpactCount: field.count('f.impact_count'),
  ExposurePercentage: field.share(
    'f.exposure_share',
    'Share of the accounts of the environment that reach the source, or the target of a list finding.',
  ),
  ExposureCount: field.count('f.exposure_count'),
  Severity: field.choice(severities)('f.severity'),
  Principal: of('list', field.text('f.target')),
  PrincipalKind: of('list', field.text('f.target_kind')),
  PrincipalName: of('list', field.text('f.target_name')),
  Props: of('list', field.anyObject(endOf('f.target', 'f.target_name'))),
  FromPrincipal: of('relationship', field.text('f.source')),
  FromPrincipalKind: of('relationship', field.text('f.source_kind')),
  FromPrincipalName: of('relationship', field.text('f.source_name')),
  FromPrincipalProps: of('relationship', field.anyObject(endOf('f.source', 'f.source_name'))),
  ToPrincipal: of('relationship', field.text('f.target')),
  ToPrincipalKind: of('relationship', field.text('f.target_kind')),
  ToPrincipalName: of('relationship', field.text('f.target_name')),
  ToPrincipalProps: of('relationship', field.anyObject(endOf('f.target', 'f.target_name'))),
  PrincipalHash: of(
    'relationship',
    field.word(principalsHash),
    'Relationship findings only. The same for all findings between both ends.',
  ),
});

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
