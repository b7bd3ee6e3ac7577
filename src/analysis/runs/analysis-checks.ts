import type { IntegrityCheck } from '../../database/sql/integrity-check.js';

/** Rules of the results of the analysis. Between a deletion and the analysis that it requests, nodes may be missing. */
export const analysisChecks: readonly IntegrityCheck[] = [
  {
    name: 'selected nodes',
    rule: 'selectors of asset groups select existing nodes, if no analysis is due',
    places: `SELECT format('node %s', node_id) FROM (SELECT DISTINCT node_id FROM selected_node ORDER BY node_id) selected
      WHERE NOT EXISTS (SELECT FROM node WHERE id = node_id)
        AND NOT EXISTS (SELECT FROM analysis_run WHERE status IN ('waiting', 'running'))`,
  },
  {
    name: 'analysis: task',
    rule: 'a task runs the analysis that is due',
    places: `SELECT format('analysis run %s (%s)', id, status) FROM analysis_run
      WHERE status IN ('waiting', 'running')
        AND NOT EXISTS (SELECT FROM graphile_worker.jobs WHERE task_identifier = 'analysis')`,
  },
];
