import type { ProgressListener } from '../ingest/ingest-progress.js';

export interface ProgressWriter {
  readonly listener: ProgressListener;
  /** Resolves when nothing is being written any more. */
  readonly written: () => Promise<void>;
}

/** Writes progress down as fast as that goes, and no faster: what comes meanwhile is passed over but for the last. Best effort. */
export function progressWriter(write: (done: number, total: number) => Promise<void>): ProgressWriter {
  let next: { readonly bytes: number; readonly totalBytes: number } | null = null;
  let writing: Promise<void> | null = null;

  async function writeAll(): Promise<void> {
    while (next) {
      const { bytes, totalBytes } = next;
      next = null;
      await write(bytes, totalBytes).catch(() => {});
    }
    writing = null;
  }

  return {
    listener: (progress) => {
      next = progress;
      writing ??= writeAll();
    },
    written: async () => {
      await writing;
    },
  };
}
