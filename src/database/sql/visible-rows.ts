import type { Visibility } from '../../base/scope/visibility.js';

/** SQL of the condition by which a row belongs to what an account sees. @param environment column of an object id */
type Condition = (isVisible: (environment: string) => string) => string;

/** The room of the database reads no table itself: it tells PostgreSQL which rows the statements of other rooms read. */
const nodeTable = 'node';

const visibleNodes = (isVisible: (environment: string) => string, column = 'id') =>
  `SELECT n.${column} FROM ${nodeTable} n WHERE ${isVisible('n.environment')}`;

const ofNoAccount: Condition = () => 'false';

/** Figures that an analysis computed over the whole graph, of which hidden objects are a part. */
const ofWholeGraph = ofNoAccount;

/** A condition on the alias `t`, by table. A limited account sees no other rows of these tables. */
const conditions: Readonly<Record<string, Condition>> = {
  [nodeTable]: (isVisible) => isVisible('t.environment'),
  // Its peers are compared with nodes by each statement that shows them.
  edge_list: (isVisible) => `t.owner IN (${visibleNodes(isVisible)})`,
  edge: (isVisible) => `t.source IN (${visibleNodes(isVisible)}) AND t.target IN (${visibleNodes(isVisible)})`,
  selected_node: (isVisible) => `t.node_id IN (${visibleNodes(isVisible)})`,
  asset_group_seed: (isVisible) => `t.object_id IN (${visibleNodes(isVisible, 'objectid')})`,
  finding: ofWholeGraph,
  finding_count: ofWholeGraph,
  posture_stat: ofWholeGraph,
  data_quality_domain: ofWholeGraph,
  data_quality_tenant: ofWholeGraph,
  data_quality_count: ofWholeGraph,
  upload: ofNoAccount,
  upload_file: ofNoAccount,
  upload_payload: ofNoAccount,
  client: ofNoAccount,
  event: ofNoAccount,
  job: ofNoAccount,
  job_log: ofNoAccount,
  job_domain_result: ofNoAccount,
  alert_channel: ofNoAccount,
  alert_delivery: ofNoAccount,
  alert_message: ofNoAccount,
  alert_rule: ofNoAccount,
  alert_rule_level: ofNoAccount,
  alert_rule_member: ofNoAccount,
};

/** Columns that are not as stored, by table. */
const columns: Readonly<Record<string, Condition>> = {
  // Nodes that were removed, with their names.
  change_log: (
    isVisible,
  ) => `t.id, t.version, t.logged_at, t.reason, t.came, t.sources, t.kinds, t.targets, t.described, t.former,
    (SELECT jsonb_agg(gone) FROM jsonb_array_elements(t.removed) gone WHERE ${isVisible(`gone ->> 'environment'`)}) AS removed, t.tier_zero`,
};

/** The tables of which a limited account sees a part. The inventory has the reason for each other one. */
export const limitedTables: readonly string[] = [...new Set([...Object.keys(conditions), ...Object.keys(columns)])];

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
    const condition = conditions[table]?.(isVisible) ?? 'true';
    return `${table} AS NOT MATERIALIZED (SELECT ${shown} FROM public.${table} t WHERE ${condition})`;
  });
  const [former] = withClause.exec(text) ?? [];
  return former ? `${former}${parts.join(', ')}, ${text.slice(former.length)}` : `WITH ${parts.join(', ')} ${text}`;
}

function literal(text: string): string {
  const quoted = text.replaceAll('\0', '').replaceAll("'", "''");
  return quoted.includes('\\') ? `E'${quoted.replaceAll('\\', '\\\\')}'` : `'${quoted}'`;
}
