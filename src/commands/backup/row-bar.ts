import { SingleBar } from 'cli-progress';
import type { RowListener } from '../../database/backup/back-up.js';

/** Progress in rows: a bar on standard error if that is a terminal, otherwise one line at the beginning. */
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
