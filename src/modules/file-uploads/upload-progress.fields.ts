import { optionalToken } from '../../database/sql/json-token.js';
import { field, shape } from '../../http/fields/fields.js';

const isOver = 'file.finished_at IS NOT NULL';
/** The file is read, and its last payload is being written to the graph. */
const isWritten = `file.status = 'reading' AND file.bytes_done >= file.bytes_total`;
const isRead = `file.status = 'reading' AND coalesce(file.bytes_done < file.bytes_total, true)`;
/** The read share of a file. Unpacked sizes are known only after the start, so shares are weighted by sent bytes. */
const share = `CASE WHEN ${isOver} THEN 1 ELSE least(coalesce(file.bytes_done::numeric / nullif(file.bytes_total, 0), 0), 1) END`;
const bytesDone = `sum(floor(file.size * ${share}))`;

function countIf(condition: string): string {
  return `count(*) FILTER (WHERE ${condition})`;
}

/** The files `file` of an upload. */
const files = shape('FileUploadFilesDto', {
  queued: field.count(countIf("file.status = 'queued'"), 'Files that wait to be read.'),
  reading: field.count(countIf(isRead), 'Files that are being read.'),
  writing: field.count(countIf(isWritten), 'Files that are read and are being written to the graph.'),
  complete: field.count(countIf("file.status = 'complete'")),
  incomplete: field.count(countIf("file.status = 'incomplete'"), 'Files that failed in part.'),
  failed: field.count(countIf("file.status = 'failed'"), 'Files without anything in the graph.'),
});

export const progressShape = shape('FileUploadProgressDto', {
  percent: field.count(
    // At most 99 until all files are written to the graph, which may take longer than reading.
    `CASE WHEN sum(file.size) > 0
        THEN least(floor(100 * ${bytesDone} / sum(file.size)), CASE WHEN bool_and(${isOver}) THEN 100 ELSE 99 END)
      WHEN upload.finished_at IS NULL THEN 0 ELSE 100 END`,
    {
      maximum: 100,
      description: 'Share of the sent bytes that are read; at most 99 until all files are in the graph.',
    },
  ),
  bytes_done: field.count(`coalesce(${bytesDone}, 0)`, 'Sent bytes that are read.'),
  bytes_total: field.count('coalesce(sum(file.size), 0)', 'Bytes sent so far, after decompression of gzip.'),
  bytes_per_second: field.json<number | null>({ type: 'integer', minimum: 0, nullable: true })(
    ({ now }: { readonly now: string }) =>
      optionalToken(
        `CASE WHEN NOT bool_and(${isOver}) AND ${bytesDone} > 0
          THEN floor(${bytesDone} / greatest(extract(epoch FROM ${now} - min(file.started_at)), 0.001))::text END`,
      ),
    'Average since the first file was started; null before that and when no file is left to read.',
  ),
  files: field.object(files),
});
