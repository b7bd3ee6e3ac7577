import type { Visibility } from '../../base/scope/visibility.js';

/**
 * By table, the columns that say to which nodes a row belongs, each with the column of nodes that it has. A limited account sees rows of which
 * it sees all of these nodes, and none of a table without such columns. The first table is that of the nodes.
 */
const nodesOfRows = {
  node: { environment: 'environment' },
  // Its peers are compared with nodes by each statement that shows them.
  edge_list: { owner: 'id' },
  edge: { source: 'id', target: 'id' },
  selected_node: { node_id: 'id' },
  asset_group_seed: { object_id: 'objectid' },
  // What limited accounts have no permission for.
  upload: {},
  upload_file: {},
  upload_payload: {},
  client: {},
  event: {},
  job: {},
  job_log: {},
  job_domain_result: {},
  alert_channel: {},
  alert_delivery: {},
  alert_digest_row: {},
  alert_message: {},
  alert_rule: {},
  alert_rule_level: {},
  alert_rule_member: {},
  report: {},
  report_document: {},
} as const;

const [nodes = ''] = Object.keys(nodesOfRows);

/** SQL: whether a limited account sees what belongs to an environment. */
type IsVisible = (environment: string) => string;

function conditionOn(columns: Readonly<Record<string, string>>, isVisible: IsVisible): string {
  const conditions = Object.entries(columns).map(([column, ofNodes]) =>
    column === ofNodes
      ? isVisible(`t.${column}`)
      : `t.${column} IN (SELECT n.${ofNodes} FROM ${nodes} n WHERE ${isVisible('n.environment')})`,
  );
  return conditions.join(' AND ') || 'false';
}

const conditions: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map(Object.entries(nodesOfRows));

interface Limits {
  /** As stored. */
  readonly table: string;
  readonly isVisible: IsVisible;
  /** Digest of the set of environments. */
  readonly sight: string;
}

/** A table, in place of the expression of its name. */
const stored = (table: string) => `public.${table}`;
/** The table of what the analysis computed for sets of environments, by the stored one that has the same of the whole graph. */
const ofSights = (table: string) => table.replace('.', '.sight_');

/** Figures of an analysis. Those of the whole graph count hidden objects: limited accounts read those of their set of environments. */
const figures = Object.keys({
  finding_count: '',
  posture_stat: '',
  data_quality_domain: '',
  data_quality_tenant: '',
  data_quality_count: '',
  overview: '',
  overview_exposure: '',
});

function figuresOf(table: string, sight: string): string {
  const own = `jsonb_build_object('id', t.id, 'run_id', t.run_id, 'created_at', t.created_at, 'updated_at', t.created_at)`;
  return `SELECT r.* FROM ${ofSights(stored('figure'))} t, LATERAL jsonb_populate_record(NULL::${stored(table)}, t.row || ${own}) r
    WHERE t.sight = '${sight}' AND t.relation = '${table}'`;
}

/** SQL: whether the account sees each of some objects. @param objectids null: no object */
function seesAll(objectids: readonly string[], isVisible: IsVisible): string {
  return objectids
    .map(
      (it) =>
        `(${it} IS NULL OR ${it} IN (SELECT n.objectid FROM ${stored(nodes)} n WHERE ${isVisible('n.environment')}))`,
    )
    .join(' AND ');
}

function ofOneSight({ table, sight }: Limits): string {
  return `SELECT t.* FROM ${table} t WHERE t.sight = '${sight}'`;
}

/** Queries of tables whose rows are not as stored. */
const others: Readonly<Record<string, (limits: Limits) => string>> = {
  // Nodes that were removed, with their names.
  change_log: ({
    table,
    isVisible,
  }) => `SELECT t.id, t.version, t.logged_at, t.reason, t.came, t.sources, t.kinds, t.targets, t.described, t.former,
    (SELECT jsonb_agg(gone) FROM jsonb_array_elements(t.removed) gone WHERE ${isVisible(`gone ->> 'environment'`)}) AS removed, t.tier_zero
    FROM ${table} t`,
  finding: ({
    table,
    sight,
  }) => `SELECT t.id, t.finding, t.source, t.source_kind, t.source_name, t.target, t.target_kind, t.target_name, t.environment,
    t.asset_group_tag_id, s.exposure_count, s.exposure_share, s.impact_count, s.impact_share, s.freed, s.shared, s.risk, s.severity,
    t.first_run_id, t.first_seen, t.run_id, t.last_seen, t.resolved_at, t.returned, t.accepted_until, t.accepted_by, t.accept_reason,
    t.poll_number
    FROM ${ofSights(table)} s JOIN ${table} t ON t.id = s.finding_id WHERE s.sight = '${sight}'`,
  sight_finding: ofOneSight,
  sight_figure: ofOneSight,
  // Its question may name hidden objects, and its figures count them.
  plan: ({
    table,
  }) => `SELECT r.* FROM ${table} t, LATERAL jsonb_populate_record(t, '{"question": {}, "until": null, "exposed": null,
    "remaining": null, "cost": null, "lower_bound": null, "problem": null}') r`,
  plan_step: ({
    table,
    isVisible,
  }) => `SELECT r.* FROM ${table} t, LATERAL (SELECT ${seesAll(['t.at_id', 't.by_id'], isVisible)} AS is) seen,
    LATERAL jsonb_populate_record(CASE WHEN seen.is THEN t END, CASE WHEN seen.is THEN '{"gain": null, "remaining_after": null}'
      || CASE WHEN t.by_id IS NULL THEN '{"facts": null, "facts_left": null}'::jsonb ELSE '{}' END
      ELSE jsonb_build_object('plan_id', t.plan_id, 'key', '', 'state', t.state, 'found', t.found) END) r`,
  ...Object.fromEntries(figures.map((table) => [table, ({ sight }: Limits) => figuresOf(table, sight)])),
};

/** The tables of which a limited account sees a part. The inventory has the reason for each other one. */
export const limitedTables: readonly string[] = [...conditions.keys(), ...Object.keys(others)];

const tableNames = new RegExp(String.raw`\b(?:${limitedTables.join('|')})\b`, 'g');

const withClause = /^\s*WITH(?:\s+RECURSIVE)?\s+(?!ORDINALITY)/i;

/**
 * The text of a statement that sees the rows of an account alone: for each table that it names it defines a common table expression of the same
 * name, which PostgreSQL reads in place of the table. So no statement can forget it, and one that would change such a table fails.
 */
export function seenBy(visibility: Visibility, text: string): string {
  const { environments, none } = visibility;
  const named = new Set(text.match(tableNames));
  if (named.size === 0) return text;
  if (/;\s*\S/.test(text.replaceAll(/'(?:[^']|'')*'/g, '')))
    throw new Error('a limited account runs one statement at a time');
  const list = `ARRAY[${environments.map(literal).join(', ')}]::text[]`;
  const isVisible = (environment: string) =>
    `(${environment} = ANY (${list})${none ? ` OR ${environment} IS NULL` : ''})`;
  const { digest: sight } = visibility;
  const parts = [...named].map((table) => {
    const select =
      others[table]?.({ table: stored(table), isVisible, sight }) ??
      `SELECT t.* FROM ${stored(table)} t WHERE ${conditionOn(conditions.get(table) ?? {}, isVisible)}`;
    return `${table} AS NOT MATERIALIZED (${select})`;
  });
  const [former] = withClause.exec(text) ?? [];
  return former ? `${former}${parts.join(', ')}, ${text.slice(former.length)}` : `WITH ${parts.join(', ')} ${text}`;
}

function literal(text: string): string {
  const quoted = text.replaceAll('\0', '').replaceAll("'", "''");
  return quoted.includes('\\') ? `E'${quoted.replaceAll('\\', '\\\\')}'` : `'${quoted}'`;
}
