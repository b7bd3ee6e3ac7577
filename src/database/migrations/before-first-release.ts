/** How the rows of a table change on their way into the tables of the first migration. */
interface RowChange {
  /** SQL of columns that are new or change, by name. */
  readonly columns?: Readonly<Record<string, string>>;
  /** SQL: the rows that come along. */
  readonly where?: string;
  readonly onConflict?: string;
}

/** The ids of the rules of tier zero, which a database of before 0.2.0 does not have. */
const RULES = 43;

const isOpen = "status IN ('running', 'queued', 'reading', 'ingesting', 'analyzing')";
const ifOpen = (value: string, column: string) => `CASE WHEN ${isOpen} THEN ${value} ELSE ${column} END`;
const message = "'It had not ended before the upgrade to 0.2.0: send its files again.'";

/**
 * The tables of a backup of before 0.2.0 (01eb45a0) that are restored. The graph, its kinds and the tasks of the queue are not among them: their
 * form is another, and a new ingest makes them. What waits for them has failed therefore.
 */
export const formerTables: Readonly<Record<string, RowChange>> = {
  account: {},
  analysis_run: {
    // The next run derives everything.
    columns: { summary: `'{"skipped": []}' || summary || '{"repeatableVersion": null}'` },
    where: 'finished_at IS NOT NULL',
  },
  api_token: {},
  asset_group: { onConflict: '(id) DO UPDATE SET glyph = excluded.glyph' },
  asset_group_selector: {
    // The rules have names of their own among the selectors of tier zero.
    columns: {
      id: `id + ${RULES}`,
      name: `CASE WHEN EXISTS (SELECT FROM asset_group_selector s WHERE (s.asset_group_id, s.name) = (former.asset_group_id, former.name))
        THEN name || ' (of before 0.2.0)' ELSE name END`,
    },
    where: 'NOT system_selector',
  },
  asset_group_seed: {
    columns: { selector_id: `selector_id + ${RULES}` },
    where: `EXISTS (SELECT FROM asset_group_selector WHERE id = selector_id + ${RULES})`,
  },
  audit_log: {},
  client: {},
  custom_node: {},
  data_quality_domain: {},
  data_quality_tenant: {},
  event: {},
  extension: {},
  // Versions of the graph never come twice.
  graph_state: { onConflict: '(one) DO UPDATE SET version = excluded.version' },
  job: {
    columns: {
      status: ifOpen("'failed'", 'status'),
      status_message: ifOpen(message, 'status_message'),
      end_time: ifOpen('coalesce(end_time, greatest(start_time, last_heartbeat_at))', 'end_time'),
    },
  },
  job_domain_result: {},
  job_log: {},
  login_failure: {},
  saml_provider: {},
  // The service has its own queries of the new form.
  saved_query: { where: 'account_id IS NOT NULL' },
  session: { columns: { kind: "'bearer'" } },
  token_proof: {},
  upload: {
    columns: {
      status: ifOpen("'failed'", 'status'),
      status_message: ifOpen(message, 'status_message'),
      ended_at: ifOpen('coalesce(ended_at, last_activity_at)', 'ended_at'),
      finished_at: ifOpen('last_activity_at', 'finished_at'),
    },
  },
  upload_file: {
    columns: {
      status: ifOpen("'failed'", 'status'),
      reason: ifOpen(message, 'reason'),
      finished_at: ifOpen('received_at', 'finished_at'),
      spool_key: 'NULL',
    },
  },
  upload_payload: {},
};

/** The next value of a sequence whose ids have changed. */
export function sequenceAfter(name: string, next: string): string {
  return name === 'asset_group_selector_id_seq' ? String(BigInt(next) + BigInt(RULES)) : next;
}
