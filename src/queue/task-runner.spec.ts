import { expect, it } from '@jest/globals';
import { filesAtATime } from './task-runner.js';

it.each([
  [0, 1, 1],
  [0, 2, 1],
  [0, 3, 1],
  [0, 8, 4],
  [3, 2, 3],
])('INGEST_WORKERS=%i with %i processors reads %i files at a time', (ingestWorkers, processors, expected) => {
  expect(filesAtATime({ ingestWorkers }, processors)).toBe(expected);
});
