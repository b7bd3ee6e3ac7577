/** Uses of tables outside of the room of their entity. The key is a file or a folder, which ends in a slash. */
export interface ForeignTables {
  readonly tables: readonly string[];
  readonly reason: string;
}

/** Joins that stay. tables.inventory-spec.ts proves that the layer rules allow each of them. */
export const meantJoins: Readonly<Record<string, ForeignTables>> = {
  'src/analysis/': {
    tables: ['node', 'kind', 'edge_list', 'extension', 'account'],
    reason:
      'the analysis reads properties of nodes, names of their kinds, the scopes of roles and what accounts see by SQL; what it counts of an extension goes with it',
  },
  'src/compat/tags/': {
    tables: ['audit_log', 'asset_group', 'asset_group_selector'],
    reason: 'the history of tags is in the audit log; their names are in their own tables',
  },
  'src/ingest/uploads/collected-data.repository.ts': {
    tables: ['node'],
    reason: 'counts the objects that the files of a job have brought into the graph',
  },
  'src/modules/alert-rules/': {
    tables: ['account'],
    reason: 'a rule stops with the rights of its account; a foreign key keeps the rule of a deleted one',
  },
  'src/modules/reports/': {
    tables: ['account'],
    reason: 'a report stops with the rights of its account, and names who made a document',
  },
  'src/modules/analysis-runs/analysis-runs.repository.ts': {
    tables: ['analysis_run'],
    reason: 'the list endpoint of the table',
  },
  'src/modules/asset-groups/': {
    tables: ['node', 'kind', 'graph_state', 'asset_group', 'asset_group_selector', 'asset_group_seed', 'selected_node'],
    reason:
      'the resource of the tables whose selectors the analysis expands; the members of a group are a filter on nodes, counted once per version of the graph',
  },
  'src/modules/audit-log/': { tables: ['audit_log'], reason: 'the list endpoint of the table' },
  'src/modules/enterprise/clients/clients.fields.ts': {
    tables: ['job', 'event'],
    reason: 'a client is shown with its events, its running job and the number of its finished jobs',
  },
  'src/modules/enterprise/events/event.entity.ts': {
    tables: ['client'],
    reason: 'a foreign key: deleting a client deletes its events',
  },
  'src/modules/enterprise/findings/': {
    tables: [
      'finding',
      'finding_count',
      'posture_stat',
      'sight_figure',
      'data_quality_domain',
      'node',
      'asset_group',
      'analysis_run',
    ],
    reason:
      'the list endpoints of the tables of findings, with the names of environments and tags, and the runs that followed new rules',
  },
  'src/modules/enterprise/jobs/job-results.repository.ts': {
    tables: ['node', 'upload'],
    reason:
      'the result of a job follows from the state of its upload and the domains in the graph; an expired job takes its upload along',
  },
  'src/modules/enterprise/jobs/job-runs.repository.ts': {
    tables: ['upload'],
    reason: 'the upload of a job that has ended takes no more files',
  },
  'src/modules/enterprise/jobs/jobs.fields.ts': {
    tables: ['upload'],
    reason: 'a job is complete for an instance as soon as its graph has what the analysis of the upload made',
  },
  'src/modules/environments/environments.repository.ts': {
    tables: ['node', 'kind', 'extension'],
    reason: 'environments are nodes of the graph, of kinds that extensions name',
  },
  'src/modules/extensions/': {
    tables: ['extension', 'data_quality_count'],
    reason: 'the resource of the table that the analysis reads, and the list endpoints of what it counts',
  },
  'src/modules/plans/plan.entity.ts': {
    tables: ['account'],
    reason: 'a foreign key keeps the plan of a deleted account',
  },
  'src/modules/pictures/picture.entity.ts': {
    tables: ['account'],
    reason: 'a foreign key: deleting an account deletes its pictures',
  },
  'src/modules/saved-queries/saved-query.entity.ts': {
    tables: ['account'],
    reason: 'a foreign key: deleting an account deletes its queries',
  },
  'src/observability/health/write-probe.ts': {
    tables: ['retention_turn'],
    reason: 'readiness tells if old data are not removed',
  },
  'src/modules/file-uploads/': {
    tables: ['upload', 'upload_file', 'upload_payload'],
    reason: 'the list endpoints of the tables',
  },
};
