import { expect, it } from '@jest/globals';
import { fileURLToPath } from 'node:url';
import { runFolder } from './tck.js';

it('passes the scenarios', () => {
  const { passed, failures } = runFolder(fileURLToPath(new URL('scenarios', import.meta.url)));
  expect(failures).toEqual([]);
  expect(passed).toBe(26);
});
