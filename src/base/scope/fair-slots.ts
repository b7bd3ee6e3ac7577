import type { CancelSignal } from './request-scope.js';

interface SlotLimits {
  /** Slots of all keys together. */
  readonly total: number;
  /** Slots that one key may take at a time. */
  readonly perKey: number;
}

/**
 * Slots that several callers share. A caller without a slot waits. The waiting callers take turns by their keys, so that a key with many
 * of them delays another key by one turn only.
 */
export class FairSlots {
  private readonly taken = new Map<string, number>();
  /** The key whose turn is next is first. */
  private readonly queues = new Map<string, Set<() => void>>();
  private inUse = 0;
  private inQueues = 0;

  constructor(private readonly limits: SlotLimits) {}

  /** How many have a slot. */
  get used(): number {
    return this.inUse;
  }

  /** How many callers wait. */
  get waiting(): number {
    return this.inQueues;
  }

  waitingOf(key: string): number {
    return this.queues.get(key)?.size ?? 0;
  }

  /**
   * Takes a slot; {@link give} returns it.
   * @param signal ends the wait
   * @returns undefined if a slot is free, else a promise of one, which rejects with the reason of the signal
   */
  take(key: string, signal?: CancelSignal): Promise<void> | undefined {
    if (!this.hasRoom(key)) return this.wait(key, signal);
    this.occupy(key);
    return undefined;
  }

  give(key: string): void {
    this.inUse--;
    const left = (this.taken.get(key) ?? 0) - 1;
    if (left > 0) this.taken.set(key, left);
    else this.taken.delete(key);
    for (const [next, queue] of this.queues) {
      const [first] = queue;
      if (!first || !this.hasRoom(next)) continue;
      this.leave(next, first);
      // The other callers of this key wait for their next turn.
      const others = this.queues.get(next);
      if (this.queues.delete(next) && others) this.queues.set(next, others);
      this.occupy(next);
      first();
      return;
    }
  }

  private async wait(key: string, signal?: CancelSignal): Promise<void> {
    signal?.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const cancel = () => {
        this.leave(key, enter);
        reject(signal?.reason);
      };
      const enter = () => {
        signal?.removeEventListener('abort', cancel);
        resolve();
      };
      signal?.addEventListener('abort', cancel);
      this.enter(key, enter);
    });
    // The signal fired after the slot was given.
    if (!signal?.aborted) return;
    this.give(key);
    signal.throwIfAborted();
  }

  private hasRoom(key: string): boolean {
    return this.inUse < this.limits.total && (this.taken.get(key) ?? 0) < this.limits.perKey;
  }

  private occupy(key: string): void {
    this.inUse++;
    this.taken.set(key, (this.taken.get(key) ?? 0) + 1);
  }

  private enter(key: string, caller: () => void): void {
    const queue = this.queues.get(key);
    if (queue) queue.add(caller);
    else this.queues.set(key, new Set([caller]));
    this.inQueues++;
  }

  private leave(key: string, caller: () => void): void {
    const queue = this.queues.get(key);
    if (!queue?.delete(caller)) return;
    this.inQueues--;
    if (queue.size === 0) this.queues.delete(key);
  }
}
