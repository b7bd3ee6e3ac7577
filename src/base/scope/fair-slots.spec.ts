import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FairSlots } from './fair-slots.js';
import { Cancellation } from './request-scope.js';

/** Takes slots and records who has got one, in order. */
class Callers {
  readonly served: string[] = [];

  constructor(readonly slots: FairSlots) {}

  take(key: string, name = key, signal = new Cancellation()): Cancellation {
    const waiting = this.slots.take(key, signal);
    if (!waiting) this.served.push(name);
    else
      waiting.then(
        () => this.served.push(name),
        (reason: unknown) => this.served.push(`${name}: ${String(reason)}`),
      );
    return signal;
  }

  async give(key: string): Promise<void> {
    this.slots.give(key);
    await settled();
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe(FairSlots.name, () => {
  it('has the fifth caller of a key wait, but not another key', async () => {
    const callers = new Callers(new FairSlots({ total: 16, perKey: 4 }));
    for (let call = 1; call <= 5; call++) callers.take('ada', `ada ${call}`);
    callers.take('bob');
    expect(callers.served).toEqual(['ada 1', 'ada 2', 'ada 3', 'ada 4', 'bob']);
    expect([callers.slots.waiting, callers.slots.waitingOf('ada'), callers.slots.waitingOf('bob')]).toEqual([1, 1, 0]);
    await callers.give('bob');
    expect(callers.served).toHaveLength(5);
    await callers.give('ada');
    expect(callers.served.slice(5)).toEqual(['ada 5']);
    expect(callers.slots.waiting).toBe(0);
  });

  it('gives the keys turns if all slots are taken', async () => {
    const callers = new Callers(new FairSlots({ total: 1, perKey: 1 }));
    callers.take('x');
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) callers.take(name.slice(0, 1), name);
    for (const key of ['x', 'a', 'b', 'c', 'a', 'b']) await callers.give(key);
    expect(callers.served).toEqual(['x', 'a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  it('passes over a key that has all the slots it may have', async () => {
    const callers = new Callers(new FairSlots({ total: 3, perKey: 2 }));
    for (const name of ['a1', 'a2', 'b1', 'a3', 'c1']) callers.take(name.slice(0, 1), name);
    await callers.give('b');
    expect(callers.served).toEqual(['a1', 'a2', 'b1', 'c1']);
  });

  it('lets a canceled caller leave the queue', async () => {
    const callers = new Callers(new FairSlots({ total: 1, perKey: 1 }));
    callers.take('a', 'a1');
    const second = callers.take('a', 'a2');
    callers.take('a', 'a3');
    second.abort('gone');
    await settled();
    expect([callers.served, callers.slots.waiting]).toEqual([['a1', 'a2: gone'], 1]);
    await callers.give('a');
    expect(callers.served).toEqual(['a1', 'a2: gone', 'a3']);
    const late = new Cancellation();
    late.abort('late');
    callers.take('a', 'a4', late);
    await settled();
    expect([callers.served.at(-1), callers.slots.waiting]).toEqual(['a4: late', 0]);
  });

  it('passes the slot on if its caller is canceled in the same moment', async () => {
    const callers = new Callers(new FairSlots({ total: 1, perKey: 1 }));
    callers.take('a', 'a1');
    const second = callers.take('a', 'a2');
    callers.take('b', 'b1');
    callers.slots.give('a');
    second.abort('gone');
    await settled();
    expect(callers.served).toEqual(['a1', 'a2: gone', 'b1']);
  });

  it('never exceeds its limits, keeps no slot free for which somebody waits, and serves everybody', async () => {
    const step = fc.record({ key: fc.constantFrom('a', 'b', 'c'), act: fc.constantFrom('take', 'give', 'cancel') });
    const limits = fc.record({ total: fc.integer({ min: 1, max: 4 }), perKey: fc.integer({ min: 1, max: 3 }) });
    await fc.assert(
      fc.asyncProperty(limits, fc.array(step, { maxLength: 60 }), async (given, steps) => {
        const model = new Model(new FairSlots(given));
        for (const { key, act } of steps) {
          await model[act](key);
          const [held, waiting] = [model.held, model.waiting];
          const all = held.size;
          const ofKey = (name: string) => [...held.values()].filter((it) => it === name).length;
          expect(all).toBeLessThanOrEqual(given.total);
          for (const name of ['a', 'b', 'c']) {
            expect(ofKey(name)).toBeLessThanOrEqual(given.perKey);
            expect(model.slots.waitingOf(name)).toBe(waiting.filter((it) => it.key === name).length);
          }
          const servable = waiting.filter((it) => all < given.total && ofKey(it.key) < given.perKey);
          expect(servable).toEqual([]);
        }
      }),
      { numRuns: 100 },
    );
  });
});

/** Takes, gives and cancels, and knows who has a slot and who waits. */
class Model {
  /** The key of each caller that has a slot. */
  readonly held = new Map<object, string>();
  waiting: { readonly key: string; readonly signal: Cancellation }[] = [];

  constructor(readonly slots: FairSlots) {}

  async take(key: string): Promise<void> {
    const caller = { key, signal: new Cancellation() };
    this.waiting.push(caller);
    const leave = () => (this.waiting = this.waiting.filter((it) => it !== caller));
    const hold = () => this.held.set(caller, key);
    const turn = this.slots.take(key, caller.signal);
    if (turn) turn.then(hold, () => {}).finally(leave);
    else {
      hold();
      leave();
    }
    await settled();
  }

  async give(key: string): Promise<void> {
    const [caller] = [...this.held].find(([, it]) => it === key) ?? [];
    if (!caller) return;
    this.held.delete(caller);
    this.slots.give(key);
    await settled();
  }

  async cancel(key: string): Promise<void> {
    this.waiting.find((it) => it.key === key)?.signal.abort('canceled');
    await settled();
  }
}
