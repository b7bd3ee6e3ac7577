import type { Visibility } from '../../base/scope/visibility.js';
import { Cache } from '../../base/values/cache.js';

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
  /** SQL: digest of the set of environments. */
  readonly sight: () => string;
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

function figuresOf(table: string, sight: Limits['sight']): string {
  const own = `jsonb_build_object('id', t.id, 'run_id', t.run_id, 'created_at', t.created_at, 'updated_at', t.created_at)`;
  return `SELECT r.* FROM ${ofSights(stored('figure'))} t, LATERAL jsonb_populate_record(NULL::${stored(table)}, t.row || ${own}) r
    WHERE t.sight = ${sight()} AND t.relation = '${table}'`;
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
  return `SELECT t.* FROM ${table} t WHERE t.sight = ${sight()}`;
}

/** Queries of tables whose rows are not as stored. */
const others: Readonly<Record<string, (limits: Limits) => string>> = {
  // Nodes that were removed, with their names. A removal of what the account does not see explains nothing to it.
  change_log: ({
    table,
    isVisible,
  }) => `SELECT t.id, t.version, t.logged_at, CASE WHEN t.reason IN ('deletion', 'expiry') AND seen.removed IS NULL
      AND t.id NOT IN (SELECT l.id FROM ${table} l CROSS JOIN LATERAL unnest(l.sources, l.targets) e (source, target)
        JOIN ${stored(nodes)} s ON s.id = e.source JOIN ${stored(nodes)} n ON n.id = e.target
        WHERE l.reason IN ('deletion', 'expiry') AND ${isVisible('s.environment')} AND ${isVisible('n.environment')})
      THEN NULL ELSE t.reason END AS reason,
    t.came, t.sources, t.kinds, t.targets, t.described, t.former, seen.removed, t.tier_zero
    FROM ${table} t, LATERAL (SELECT (SELECT jsonb_agg(gone) FROM jsonb_array_elements(t.removed) gone
      WHERE ${isVisible(`gone ->> 'environment'`)}) AS removed) seen`,
  finding: ({
    table,
    sight,
  }) => `SELECT t.id, t.finding, t.source, t.source_kind, t.source_name, t.target, t.target_kind, t.target_name, t.environment,
    t.asset_group_tag_id, s.exposure_count, s.exposure_share, s.impact_count, s.impact_share, s.freed, s.shared, s.risk, s.severity,
    t.first_run_id, t.first_seen, t.run_id, t.last_seen, t.resolved_at, t.returned, t.accepted_until, t.accepted_by, t.accept_reason,
    t.poll_number
    FROM ${ofSights(table)} s JOIN ${table} t ON t.id = s.finding_id WHERE s.sight = ${sight()}`,
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

/** What a statement needs to know of the account. */
type Need = 'environments' | 'digest';

interface LimitedText {
  readonly text: string;
  /** Its last parameters. */
  readonly needs: readonly Need[];
}

/** Lists build statements from the columns and filters of a request. */
const texts = new Cache<string, LimitedText>(8 * 1024 ** 2, ({ text }) => 4 * text.length);

/**
 * The text of a statement that sees the rows of an account alone: for each table that it names it defines a common table expression of the same
 * name, which PostgreSQL reads in place of the table. So no statement can forget it, and one that would change such a table fails. What the
 * account sees are parameters, so that all accounts share the plans of prepared statements.
 * @param count how many values the statement has; those of the account follow them
 */
export function seenBy(
  visibility: Visibility,
  text: string,
  count: number,
): { readonly text: string; readonly values: readonly (string | readonly string[])[] } {
  const key = `${visibility.none} ${count} ${text}`;
  let limited = texts.get(key);
  if (!limited) texts.set(key, (limited = limitedText(text, visibility.none, count)));
  return { text: limited.text, values: limited.needs.map((it) => visibility[it]) };
}

function limitedText(text: string, none: boolean, count: number): LimitedText {
  const named = new Set(text.match(tableNames));
  if (named.size === 0) return { text, needs: [] };
  if (/;\s*\S/.test(text.replaceAll(/'(?:[^']|'')*'/g, '')))
    throw new Error('a limited account runs one statement at a time');
  const needs: Need[] = [];
  const parameter = (need: Need) => {
    if (!needs.includes(need)) needs.push(need);
    return `$${count + 1 + needs.indexOf(need)}`;
  };
  // Read by a subquery, so that PostgreSQL keeps one plan for all accounts: plans for known values look cheaper, and are made each time.
  const isVisible = (environment: string) =>
    `(${environment} = ANY ((SELECT ${parameter('environments')}::text[])::text[])${none ? ` OR ${environment} IS NULL` : ''})`;
  const sight = () => `${parameter('digest')}::text`;
  const parts = [...named].map((table) => {
    const select =
      others[table]?.({ table: stored(table), isVisible, sight }) ??
      `SELECT t.* FROM ${stored(table)} t WHERE ${conditionOn(conditions.get(table) ?? {}, isVisible)}`;
    return `${table} AS NOT MATERIALIZED (${select})`;
  });
  const [former] = withClause.exec(text) ?? [];
  const rest = former ? `, ${text.slice(former.length)}` : ` ${text}`;
  return { text: `${former ?? 'WITH '}${parts.join(', ')}${rest}`, needs };
}
