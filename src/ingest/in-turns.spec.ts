import { describe, expect, it } from '@jest/globals';
import { setImmediate } from 'node:timers/promises';
import { inTurns } from './in-turns.js';

/** Works that go on as the test says, and what happened to them. */
class Steps {
  readonly seen: string[] = [];
  private readonly waiting = new Map<string, () => void>();

  step(name: string): Promise<void> {
    return new Promise((resolve) => this.waiting.set(name, resolve));
  }

  async finish(name: string): Promise<void> {
    this.waiting.get(name)?.();
    await setImmediate();
  }
}

describe('inTurns', () => {
  it('begins an item when the one before allows it and the one before that has ended', async () => {
    const steps = new Steps();
    const all = inTurns(['a', 'b', 'c'], async (item, { next }) => {
      steps.seen.push(`${item} begins`);
      await steps.step(`${item} read`);
      next();
      await steps.step(`${item} written`);
      steps.seen.push(`${item} ends`);
      return item.toUpperCase();
    });
    await setImmediate();
    expect(steps.seen).toEqual(['a begins']);
    await steps.finish('a read');
    expect(steps.seen).toEqual(['a begins', 'b begins']);
    await steps.finish('b read');
    expect(steps.seen).toEqual(['a begins', 'b begins']);
    await steps.finish('a written');
    expect(steps.seen).toEqual(['a begins', 'b begins', 'a ends', 'c begins']);
    for (const name of ['b written', 'c read', 'c written']) await steps.finish(name);
    expect(await all).toEqual(['A', 'B', 'C']);
  });

  it('works one by one where none lets the next begin early', async () => {
    const seen: string[] = [];
    await inTurns([1, 2], async (item) => {
      seen.push(`${item} begins`);
      await setImmediate();
      seen.push(`${item} ends`);
    });
    expect(seen).toEqual(['1 begins', '1 ends', '2 begins', '2 ends']);
  });

  it('gives the failure of an item to the next, begins no further one, and rejects when all have ended', async () => {
    const steps = new Steps();
    const all = inTurns(['a', 'b', 'c'], async (item, { before, next }) => {
      steps.seen.push(`${item} begins`);
      next();
      if (item === 'a') {
        await steps.step('a written');
        throw new Error('the database is away');
      }
      await steps.step('b read');
      await before?.catch((error: Error) => steps.seen.push(`${item} hears: ${error.message}`));
      await before;
    });
    const outcome = all.catch((error: Error) => steps.seen.push(`all: ${error.message}`));
    await setImmediate();
    await steps.finish('a written');
    expect(steps.seen).toEqual(['a begins', 'b begins']);
    await steps.finish('b read');
    await outcome;
    expect(steps.seen).toEqual(['a begins', 'b begins', 'b hears: the database is away', 'all: the database is away']);
  });

  it('has nothing to do where there is nothing', async () => {
    expect(await inTurns([], () => Promise.reject(new Error('never called')))).toEqual([]);
  });
});
