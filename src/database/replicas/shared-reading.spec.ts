import { expect, it } from '@jest/globals';
import { SharedReading } from './shared-reading.js';

/** Readings that end when the test says so. */
function controlled() {
  const ends: ((value: number | Error) => void)[] = [];
  const reading = new SharedReading(
    () =>
      new Promise<number>((resolve, reject) => {
        ends.push((value) => (value instanceof Error ? reject(value) : resolve(value)));
      }),
  );
  return { reading, ends };
}

it('never returns a value from before the call, and shares the next one', async () => {
  const { reading, ends } = controlled();
  const first = reading.get();
  const later = [reading.get(), reading.get()];
  expect(ends.length).toBe(1);
  ends[0]!(1);
  expect(await first).toBe(1);
  await Promise.resolve();
  expect(ends.length).toBe(2);
  ends[1]!(2);
  expect(await Promise.all(later)).toEqual([2, 2]);
});

it('reads again after a failure', async () => {
  const { reading, ends } = controlled();
  const first = reading.get();
  const second = reading.get();
  ends[0]!(new Error('away'));
  await expect(first).rejects.toThrow('away');
  await Promise.resolve();
  ends[1]!(2);
  expect(await second).toBe(2);
});
