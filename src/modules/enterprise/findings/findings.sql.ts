import { extensionFindings } from '../../../analysis/findings/finding-type-lookup.js';
import { findingTypes } from '../../../analysis/findings/finding-types.js';
import { isAmongAsked } from '../../environments/asked-environments.js';

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

/** FROM clause: each finding `f` with its type `t`, its environment `e` and its tag `g`. @param findings the table, or a part of it */
export const findingsWithNames = (findings: string) => `${findings} f
  JOIN (VALUES ${typeRows.join(', ')}
    UNION ALL SELECT own.name, 'relationship', own.title, own.platform FROM ${extensionFindings}) t (name, kind, title, platform)
    ON t.name = f.finding
  LEFT JOIN node e ON e.objectid = f.environment
  LEFT JOIN asset_group g ON g.id = f.asset_group_tag_id`;

/**
 * SQL: whether `f` is in one of the environments, and has the tag.
 * @param environments parameter of {@link isAmongAsked}
 * @param tag parameter; -1 stands for all
 */
export function isAskedFor(environments: string, tag: string): string {
  return `${isAmongAsked('f.environment', environments)}
    AND (${tag}::integer = -1 OR f.asset_group_tag_id = ${tag}::integer)`;
}

/** SQL: the JSON of the properties that an end of a finding has now, with its id and its name, also if the node is gone. */
export function endOf(objectid: string, name: string): string {
  return `(jsonb_build_object('objectid', ${objectid}, 'name', ${name}) || ${propertiesOf(objectid)}::jsonb)::text`;
}

/** SQL: the JSON of the properties that a node has now. */
export function propertiesOf(objectid: string): string {
  return `COALESCE((SELECT p.props::text FROM node p WHERE p.objectid = ${objectid}), '{}')`;
}
