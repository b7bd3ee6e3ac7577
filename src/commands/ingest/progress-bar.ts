import { basename } from 'node:path';
import { SingleBar } from 'cli-progress';
import type { IngestProgress, ProgressListener } from '../../ingest/ingest-progress.js';
import { visible } from './visible-text.js';

export interface Progress {
  readonly listener: ProgressListener;
  stop(): void;
}

const MEGABYTE = 1_000_000;

/** A bar on standard error where that is a terminal; silence in logs and pipes. */
export function progressBar(stream: NodeJS.WriteStream): Progress {
  if (!stream.isTTY) {
    return { listener: () => {}, stop: () => {} };
  }
  const bar = new SingleBar({
    format: '{bar} {percentage}% {megabytes} of {totalMegabytes} MB | {path}',
    stream,
    clearOnComplete: true,
    hideCursor: true,
  });
  bar.start(1, 0, { path: '', megabytes: '0.0', totalMegabytes: '0.0' });
  return { listener: (progress) => show(bar, progress), stop: () => bar.stop() };
}

function show(bar: SingleBar, { path, bytes, totalBytes }: IngestProgress): void {
  bar.setTotal(Math.max(1, totalBytes));
  bar.update(bytes, {
    path: visible(basename(path)),
    megabytes: (bytes / MEGABYTE).toFixed(1),
    totalMegabytes: (totalBytes / MEGABYTE).toFixed(1),
  });
}
