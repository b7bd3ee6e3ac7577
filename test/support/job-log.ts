import assert from 'node:assert/strict';

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z /;

/** @param log as the API returns it @returns its lines without their times */
export function linesOfLog(log: string): string[] {
  const lines = log.split('\n');
  assert.equal(lines.pop(), '');
  for (const line of lines) assert.match(line, time);
  return lines.map((line) => line.replace(time, ''));
}

/** @returns the id of the only analysis run in these lines */
export function runIn(lines: readonly string[]): string {
  const runs = lines.flatMap((line) => /^analysed by run (.+)$/.exec(line)?.[1] ?? []);
  assert.equal(runs.length, 1, `the job was analysed by ${runs.length} runs`);
  return runs[0]!;
}

/** The log of a complete job. @param made its first line, or a matcher */
export function logOfComplete(made: unknown, files: number, run: string): unknown[] {
  return [
    made,
    'running',
    'ingesting: collected',
    'analyzing',
    `read: all files were read: ${files}`,
    `analysed by run ${run}`,
    `complete: all files were read: ${files}`,
  ];
}
