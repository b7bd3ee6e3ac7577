import { execFile } from 'node:child_process';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';
import { collectGarbage } from './collect-garbage.js';

const loader = new URL('../../../test/support/typescript-loader.mjs', import.meta.url).href;
/** Makes 300 MB of garbage that is old when it becomes garbage, beside 50 MB of live objects, and prints the largest size of the heap in MB. */
const program = `
  import { getHeapStatistics } from 'node:v8';
  const { collectGarbage, limitGarbage } = await import('${new URL('collect-garbage.ts', import.meta.url).href}');
  const live = Array.from({ length: 1_000_000 }, (_, at) => ({ at }));
  limitGarbage();
  collectGarbage();
  let largest = 0;
  for (const recent = []; recent.length < 400; largest = Math.max(largest, getHeapStatistics().used_heap_size)) {
    recent.push(Array.from({ length: 20_000 }, (_, at) => ({ at })));
    if (recent.length > 20) recent[recent.length - 20] = null;
  }
  console.log(live.length && largest / 1e6);`;

it('collects the garbage of a heap that has doubled', async () => {
  const node = ['--import', loader, '--input-type=module', '--eval', program];
  expect(Number((await promisify(execFile)(process.execPath, node)).stdout)).toBeLessThan(200);
});

it('releases shared memory that nothing refers to', async () => {
  const kept = new SharedArrayBuffer(8);
  const [weak, strong] = [new WeakRef(new SharedArrayBuffer(8)), new WeakRef(kept)];
  // A weak reference holds its target until the end of the turn.
  await nextTurn();
  collectGarbage();
  expect(weak.deref()).toBeUndefined();
  expect(strong.deref()).toBe(kept);
});
