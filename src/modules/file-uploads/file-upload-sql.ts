import { shownState, type ShownGraphTokens } from '../../analysis/runs/shown-status.js';
import {
  numberToken,
  objectToken,
  optionalToken,
  plainTextToken,
  textToken,
  timeToken,
} from '../../database/json-token.js';

const isOver = 'file.finished_at IS NOT NULL';
/** The file is read, and its last payload is being written to the graph. */
const isWritten = `file.status = 'reading' AND file.bytes_done >= file.bytes_total`;
const isRead = `file.status = 'reading' AND coalesce(file.bytes_done < file.bytes_total, true)`;
/** The read share of a file. Unpacked sizes are known only after the start, so shares are weighted by sent bytes. */
const share = `CASE WHEN ${isOver} THEN 1 ELSE least(coalesce(file.bytes_done::numeric / nullif(file.bytes_total, 0), 0), 1) END`;
const bytesDone = `sum(floor(file.size * ${share}))`;

function countOf(condition: string): string {
  return `count(*) FILTER (WHERE ${condition})`;
}

/** @param now token of the current time */
function progressOf(now: string): string {
  const seconds = `greatest(extract(epoch FROM ${now} - min(file.started_at)), 0.001)`;
  const files = {
    queued: countOf("file.status = 'queued'"),
    reading: countOf(isRead),
    writing: countOf(isWritten),
    complete: countOf("file.status = 'complete'"),
    incomplete: countOf("file.status = 'incomplete'"),
    failed: countOf("file.status = 'failed'"),
  };
  const progress = objectToken({
    // At most 99 until all files are written to the graph, which may take longer than reading.
    percent: `CASE WHEN sum(file.size) > 0
        THEN least(floor(100 * ${bytesDone} / sum(file.size)), CASE WHEN bool_and(${isOver}) THEN 100 ELSE 99 END)
      WHEN upload.finished_at IS NULL THEN 0 ELSE 100 END`,
    bytes_done: `coalesce(${bytesDone}, 0)`,
    bytes_total: `coalesce(sum(file.size), 0)`,
    bytes_per_second: optionalToken(
      `CASE WHEN NOT bool_and(${isOver}) AND ${bytesDone} > 0 THEN floor(${bytesDone} / ${seconds})::text END`,
    ),
    files: objectToken(files),
  });
  return `(SELECT ${progress} FROM upload_file file WHERE file.upload_id = upload.id)`;
}

function filesOf(condition: string): string {
  return numberToken(`(SELECT count(*) FROM upload_file file WHERE file.upload_id = upload.id AND ${condition})`);
}

/** Parameters of the statement, as tokens. */
export interface UploadTokens extends ShownGraphTokens {
  readonly now: string;
  /** Days until nodes and edges expire; 0: never. */
  readonly dataDays: string;
  readonly sessionDays: string;
}

/** The first day, in UTC, after the given number of whole days. */
function expiry(days: string): string {
  const seen = `(SELECT min(file.started_at) FROM upload_file file WHERE file.upload_id = upload.id)`;
  const end = `date_trunc('day', ${seen}, 'UTC') + (${days} + 1) * interval '24 hours'`;
  return optionalToken(`CASE WHEN ${days} > 0 THEN ${timeToken(`(${end})`)} END`);
}

/** JSON of one row of `upload`, as FileUploadDto describes it. */
export function fileUploadSql({ now, dataDays, sessionDays, ...graph }: UploadTokens): string {
  const stored = { status: 'upload.status', message: 'upload.status_message', runId: 'upload.analysis_run_id' };
  const { status, message } = shownState(stored, graph);
  return objectToken({
    id: numberToken('upload.id'),
    user_id: optionalToken(plainTextToken('upload.account_id')),
    user_name: textToken('upload.account_name'),
    status: plainTextToken(`(${status})`),
    status_message: textToken(`(${message})`),
    start_time: timeToken('upload.started_at'),
    last_ingest: timeToken('upload.last_activity_at'),
    end_time: optionalToken(timeToken('upload.ended_at')),
    finish_time: optionalToken(timeToken('upload.finished_at')),
    analysis_run_id: optionalToken(plainTextToken('upload.analysis_run_id')),
    data_expire_time: expiry(dataDays),
    session_expire_time: expiry(sessionDays),
    total_files: filesOf('true'),
    failed_files: filesOf("file.status = 'failed'"),
    progress: progressOf(now),
  });
}

/**
 * JSON of one row of `upload_payload payload JOIN upload_file file`, as CompletedTaskDto describes it.
 * @param lastFault token of the index of the last fault that is shown
 */
export function completedTaskSql(lastFault: string): string {
  const changes = objectToken({
    nodes_created: `payload.changes->>'nodesCreated'`,
    nodes_changed: `payload.changes->>'nodesChanged'`,
    edges_created: `payload.changes->>'edgesCreated'`,
    edges_changed: `payload.changes->>'edgesChanged'`,
    edges_removed: `payload.changes->>'edgesRemoved'`,
  });
  return objectToken({
    id: numberToken('payload.id'),
    file_id: numberToken('payload.file_id'),
    file_name: textToken('file.name'),
    path: optionalToken(textToken('payload.path')),
    status: plainTextToken('payload.status'),
    format: optionalToken(plainTextToken('payload.format')),
    type: optionalToken(textToken('payload.type')),
    records: numberToken('payload.records'),
    nodes: 'payload.nodes::text',
    edges: 'payload.edges::text',
    ignored: 'payload.ignored::text',
    changes: `CASE WHEN payload.changes IS NULL THEN 'null' ELSE ${changes} END`,
    fault_count: numberToken('payload.fault_count'),
    faults: `jsonb_path_query_array(payload.faults, '$[0 to $last]', jsonb_build_object('last', ${lastFault}))::text`,
    finish_time: timeToken('file.finished_at'),
  });
}
