import { findingTypes } from '../../../analysis/findings/finding-types.js';
import {
  nullTimeToken,
  numberToken,
  objectToken,
  plainTextToken,
  textToken,
  timeToken,
} from '../../../database/json-token.js';

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

const typeRows = [...findingTypes.values()].map(
  ({ name, kind, title, platform }) => `(${[name, kind, title, platform].map(literal).join(', ')})`,
);

/** SQL: whether the risk of the finding `f` is accepted now. */
export const isAccepted = '(f.accepted_until IS NOT NULL AND f.accepted_until > now())';

export const status = `CASE WHEN f.resolved_at IS NOT NULL THEN 'remediated' WHEN ${isAccepted} THEN 'accepted' ELSE 'active' END`;

export const environmentName = 'COALESCE(e.name, f.environment)';
export const zoneName = "COALESCE(g.name, '')";

/** FROM clause: each finding `f` with its type `t`, its environment `e` and its tag `g`. @param findings the table, or a part of it */
export const findingsWithNames = (findings: string) => `${findings} f
  JOIN (VALUES ${typeRows.join(', ')}) t (name, kind, title, platform) ON t.name = f.finding
  LEFT JOIN node e ON e.objectid = f.environment
  LEFT JOIN asset_group g ON g.id = f.asset_group_tag_id`;

/**
 * SQL: whether `f` is in an environment of the JSON array, and has the tag.
 * @param environments parameter; an empty array stands for all
 * @param tag parameter; -1 stands for all
 */
export function isAskedFor(environments: string, tag: string): string {
  return `(${environments}::jsonb = '[]' OR f.environment IN (SELECT jsonb_array_elements_text(${environments}::jsonb)))
    AND (${tag}::integer = -1 OR f.asset_group_tag_id = ${tag}::integer)`;
}

/** A finding as JSON, in the form of FindingDto. */
export const findingToken = objectToken({
  id: numberToken('f.id'),
  severity: plainTextToken('f.severity'),
  finding_type: plainTextToken('t.kind'),
  finding: plainTextToken('f.finding'),
  title: textToken('t.title'),
  platform: textToken('t.platform'),
  environment_id: textToken('f.environment'),
  environment_name: textToken(environmentName),
  asset_group_tag_id: numberToken('f.asset_group_tag_id'),
  zone_name: textToken(zoneName),
  source_principal_id: textToken('f.source'),
  source_principal_kind: textToken('f.source_kind'),
  source_principal_name: textToken('f.source_name'),
  target_principal_id: textToken('f.target'),
  target_principal_kind: textToken('f.target_kind'),
  target_principal_name: textToken('f.target_name'),
  status: plainTextToken(status),
  first_seen: timeToken('f.first_seen'),
  last_seen: timeToken('f.last_seen'),
  risk: numberToken('f.risk'),
  exposure_count: numberToken('f.exposure_count'),
  exposure_percentage: numberToken('f.exposure_share'),
  impact_count: numberToken('f.impact_count'),
  impact_percentage: numberToken('f.impact_share'),
  accepted_until: nullTimeToken('f.accepted_until'),
  accept_reason: textToken('f.accept_reason'),
});

/** SQL: the JSON of the properties that a node has now. */
export function propertiesOf(objectid: string): string {
  return `COALESCE((SELECT p.props::text FROM node p WHERE p.objectid = ${objectid}), '{}')`;
}

/** SQL: the end of an acceptance; the year 1 if the risk was never accepted, as the reference product shows it. */
const acceptedUntil = `COALESCE(f.accepted_until, timestamptz '0001-01-01 00:00:00Z')`;

const ofBoth = {
  id: numberToken('f.id'),
  created_at: timeToken('f.first_seen'),
  updated_at: timeToken('f.last_seen'),
  deleted_at: nullTimeToken('f.resolved_at'),
  Finding: plainTextToken('f.finding'),
  DomainSID: textToken('f.environment'),
  AcceptedUntil: timeToken(acceptedUntil),
  Accepted: `${isAccepted}::text`,
  AcceptReason: textToken('f.accept_reason'),
  ImpactPercentage: numberToken('f.impact_share'),
  ImpactCount: numberToken('f.impact_count'),
  ExposurePercentage: numberToken('f.exposure_share'),
  ExposureCount: numberToken('f.exposure_count'),
  Severity: plainTextToken('f.severity'),
};

/** Identifies both ends: the same for all findings between them. */
export const principalsHash = `md5(f.source || ' ' || f.target)`;

/** A finding as JSON, in the form of FindingDetailDto. */
export const detailToken = {
  list: objectToken({
    ...ofBoth,
    Principal: textToken('f.target'),
    PrincipalKind: textToken('f.target_kind'),
    PrincipalName: textToken('f.target_name'),
    Props: propertiesOf('f.target'),
  }),
  relationship: objectToken({
    ...ofBoth,
    FromPrincipal: textToken('f.source'),
    FromPrincipalKind: textToken('f.source_kind'),
    FromPrincipalName: textToken('f.source_name'),
    FromPrincipalProps: propertiesOf('f.source'),
    ToPrincipal: textToken('f.target'),
    ToPrincipalKind: textToken('f.target_kind'),
    ToPrincipalName: textToken('f.target_name'),
    ToPrincipalProps: propertiesOf('f.target'),
    PrincipalHash: plainTextToken(principalsHash),
  }),
} as const;
