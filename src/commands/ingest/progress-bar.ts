import { basename } from 'node:path';
import { SingleBar } from 'cli-progress';
import type { IngestProgress, ProgressListener } from '../../ingest/ingest-progress.js';
import { visible } from './visible-text.js';

export interface Progress {
  readonly listener: ProgressListener;
  stop(): void;
}

const MEGABYTE = 1_000_000;

/**
 * A bar on standard error where that is a terminal, with percent and rate; silence in logs and pipes.
 * @param now milliseconds since whenever
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
