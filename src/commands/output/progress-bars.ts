import { basename } from 'node:path';
import { SingleBar } from 'cli-progress';
import type { RowListener } from '../../database/backup/back-up.js';
import type { IngestProgress, ProgressListener } from '../../ingest/ingest-progress.js';
import { visible } from '../terminal.js';

export interface Progress {
  readonly listener: ProgressListener;
  stop(): void;
}

const MEGABYTE = 1_000_000;

/**
 * Shows the progress of an ingest in bytes if the stream is a terminal.
 * @param now milliseconds since any fixed time
 */
export function progressBar(stream: NodeJS.WriteStream, now: () => number = () => performance.now()): Progress {
  if (!stream.isTTY) {
    return { listener: () => {}, stop: () => {} };
  }
  const bar = new SingleBar({
    format: '{bar} {percentage}% {megabytes} of {totalMegabytes} MB, {rate} MB/s | {path}',
    stream,
    clearOnComplete: true,
    hideCursor: true,
  });
  const start = now();
  bar.start(1, 0, { path: '', megabytes: '0.0', totalMegabytes: '0.0', rate: '0.0' });
  return { listener: (progress) => show(bar, progress, (now() - start) / 1000), stop: () => bar.stop() };
}

function show(bar: SingleBar, { path, bytes, totalBytes, isRead }: IngestProgress, seconds: number): void {
  bar.setTotal(Math.max(1, totalBytes));
  bar.update(bytes, {
    path: `${isRead ? 'writing ' : ''}${visible(basename(path))}`,
    megabytes: (bytes / MEGABYTE).toFixed(1),
    totalMegabytes: (totalBytes / MEGABYTE).toFixed(1),
    rate: (bytes / MEGABYTE / Math.max(seconds, 0.001)).toFixed(1),
  });
}

/** Shows the progress of a backup in rows if the stream is a terminal; otherwise prints one line at the start. */
export function rowBar(
  stream: NodeJS.WriteStream,
  note: (line: string) => void,
): RowListener & { readonly stop: () => void } {
  if (!stream.isTTY) return { total: (rows) => note(`copying ${rows} rows`), done: () => {}, stop: () => {} };
  const bar = new SingleBar({
    format: '{bar} {percentage}% {value} of {total} rows | {table}',
    stream,
    clearOnComplete: true,
    hideCursor: true,
  });
  return {
    total: (rows) => bar.start(Math.max(1, rows), 0, { table: '' }),
    done: (rows, table) => bar.increment(rows, { table }),
    stop: () => bar.stop(),
  };
}
