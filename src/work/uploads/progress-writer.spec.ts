import { describe, expect, it } from '@jest/globals';
import { progressWriter } from './ingest-file.task.js';

const at = (bytes: number) => ({ path: 'users.json', bytes, totalBytes: 9 });

describe('progressWriter', () => {
  it('drops values that arrive during a write, except the last', async () => {
    const written: number[] = [];
    const { listener, written: done } = progressWriter(async (bytes) => void written.push(bytes));
    for (const bytes of [1, 2, 3, 9]) listener(at(bytes));
    await done();
    expect(written).toEqual([1, 9]);
    listener(at(10));
    await done();
    expect(written).toEqual([1, 9, 10]);
  });

  it('continues after a failed write', async () => {
    let tries = 0;
    const { listener, written } = progressWriter(() => Promise.reject(new Error(String(++tries))));
    listener(at(1));
    listener(at(2));
    await written();
    expect(tries).toBe(2);
  });
});
