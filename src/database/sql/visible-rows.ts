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
  // Figures that an analysis computed over the whole graph, of which hidden objects are a part.
  finding: {},
  finding_count: {},
  posture_stat: {},
  data_quality_domain: {},
  data_quality_tenant: {},
  data_quality_count: {},
  overview: {},
  overview_exposure: {},
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
  plan: {},
  plan_step: {},
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

/** Columns that are not as stored, by table. */
const columns: Readonly<Record<string, (isVisible: IsVisible) => string>> = {
  // Nodes that were removed, with their names.
  change_log: (
    isVisible,
  ) => `t.id, t.version, t.logged_at, t.reason, t.came, t.sources, t.kinds, t.targets, t.described, t.former,
    (SELECT jsonb_agg(gone) FROM jsonb_array_elements(t.removed) gone WHERE ${isVisible(`gone ->> 'environment'`)}) AS removed, t.tier_zero`,
};

/** The tables of which a limited account sees a part. The inventory has the reason for each other one. */
export const limitedTables: readonly string[] = [...conditions.keys(), ...Object.keys(columns)];

const tableNames = new RegExp(String.raw`\b(?:${limitedTables.join('|')})\b`, 'g');

const withClause = /^\s*WITH(?:\s+RECURSIVE)?\s+(?!ORDINALITY)/i;

/**
 * The text of a statement that sees the rows of an account alone: for each table that it names it defines a common table expression of the same
 * name, which PostgreSQL reads in place of the table. So no statement can forget it, and one that would change such a table fails.
 */
export function seenBy({ environments, none }: Visibility, text: string): string {
  const named = new Set(text.match(tableNames));
  if (named.size === 0) return text;
  if (/;\s*\S/.test(text.replaceAll(/'(?:[^']|'')*'/g, '')))
    throw new Error('a limited account runs one statement at a time');
  const list = `ARRAY[${environments.map(literal).join(', ')}]::text[]`;
  const isVisible = (environment: string) =>
    `(${environment} = ANY (${list})${none ? ` OR ${environment} IS NULL` : ''})`;
  const parts = [...named].map((table) => {
    const shown = columns[table]?.(isVisible) ?? 't.*';
    const ofTable = conditions.get(table);
    const condition = ofTable ? conditionOn(ofTable, isVisible) : 'true';
    return `${table} AS NOT MATERIALIZED (SELECT ${shown} FROM public.${table} t WHERE ${condition})`;
  });
  const [former] = withClause.exec(text) ?? [];
  return former ? `${former}${parts.join(', ')}, ${text.slice(former.length)}` : `WITH ${parts.join(', ')} ${text}`;
}

function literal(text: string): string {
  const quoted = text.replaceAll('\0', '').replaceAll("'", "''");
  return quoted.includes('\\') ? `E'${quoted.replaceAll('\\', '\\\\')}'` : `'${quoted}'`;
}
