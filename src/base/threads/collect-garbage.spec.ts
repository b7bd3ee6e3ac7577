import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { collectGarbage } from './collect-garbage.js';

it('releases shared memory that nothing refers to', async () => {
  const kept = new SharedArrayBuffer(8);
  const [weak, strong] = [new WeakRef(new SharedArrayBuffer(8)), new WeakRef(kept)];
  // A weak reference holds its target until the end of the turn.
  await nextTurn();
  collectGarbage();
  expect(weak.deref()).toBeUndefined();
  expect(strong.deref()).toBe(kept);
});
