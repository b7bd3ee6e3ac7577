import assert from 'node:assert/strict';

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z /;

/** The lines of the log of a job as the wire has it, without their times. */
export function linesOfLog(log: string): string[] {
  const lines = log.split('\n');
  assert.equal(lines.pop(), '');
  for (const line of lines) assert.match(line, time);
  return lines.map((line) => line.replace(time, ''));
}

/** The one run of the analysis that these lines tell of. */
export function runIn(lines: readonly string[]): string {
  const runs = lines.flatMap((line) => /^analysed by run (.+)$/.exec(line)?.[1] ?? []);
  assert.equal(runs.length, 1, `the job was analysed by ${runs.length} runs`);
  return runs[0]!;
}

/** The whole log of a job by which everything came in. @param made its first line, or what matches it */
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
