import { isCommittedAfter } from '../../graph/store/graph-version.js';

/** Tokens of {@link GraphKeeper.shown}. */
export interface ShownGraphTokens {
  readonly version: string;
  readonly obstacle: string;
}

/** Columns or expressions of the final state of files. */
interface StoredState {
  /** Its final states have the names of the states of uploads. */
  readonly status: string;
  readonly message: string;
  /** The run that analysed the files. */
  readonly runId: string;
}

/**
 * SQL: the state of files as an instance shows it. Until its own graph has the version that their analysis left, they are `analyzing`, so that no
 * client looks for its data too early. If its graph cannot have that version, they are `partially_complete` for this reason. Filters and orders
 * use the stored status.
 */
export function shownState({ status, message, runId }: StoredState, { version, obstacle }: ShownGraphTokens) {
  // The first condition is one look for all rows, and nearly always false.
  const isAhead = `${isCommittedAfter(version)} AND ${status} IN ('complete', 'partially_complete') AND EXISTS (
      SELECT FROM analysis_run run WHERE run.id = ${runId} AND (run.summary ->> 'version')::bigint > ${version})`;
  return {
    status: `CASE WHEN ${isAhead} THEN CASE WHEN ${obstacle} = '' THEN 'analyzing' ELSE 'partially_complete' END ELSE ${status} END`,
    message: `CASE WHEN ${obstacle} <> '' AND ${isAhead} THEN concat(${message}, '; ', ${obstacle}) ELSE ${message} END`,
  };
}
