import assert from 'node:assert/strict';

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z /;

/** The lines of the log of a job as the wire has it, without their times. */
export function linesOfLog(log: string): string[] {
  const lines = log.split('\n');
  assert.equal(lines.pop(), '');
  for (const line of lines) assert.match(line, time);
  return lines.map((line) => line.replace(time, ''));
}
