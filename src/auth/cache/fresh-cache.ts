import { AsyncResource } from 'node:async_hooks';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../base/clock.js';

export interface FreshCacheOptions<Value> {
  /** Null where there is no such thing, which is remembered too. */
  readonly load: (key: string) => Promise<Value | null>;
  readonly clock: Clock;
  readonly maxAgeMs: number;
  /** Most things remembered, and again most absences: who asks for things that do not exist can't push out those that do. */
  readonly capacity: number;
}

interface Dated<Value> {
  readonly value: Value;
  /** Milliseconds; from before the reading began. */
  readonly readAt: number;
}

/**
 * Remembers what was read for at most `maxAgeMs`, counted from before the reading began. Callers who ask for the same thing at the same
 * time share one reading. A failed reading is not remembered.
 */
export class FreshCache<Value> {
  private readonly found: LRUCache<string, Dated<Value>>;
  private readonly absent: LRUCache<string, Dated<null>>;
  private readonly readings = new Map<string, Promise<Value | null>>();
  /** A reading serves several requests: it must not be cancelled with the one that happened to start it. */
  private readonly outsideOfRequests = new AsyncResource('FreshCache');

  constructor(private readonly options: FreshCacheOptions<Value>) {
    this.found = new LRUCache({ max: options.capacity });
    this.absent = new LRUCache({ max: options.capacity });
  }

  /** What is remembered and fresh, at once; undefined where {@link get} would have to read or knows of an absence. */
  peek(key: string): Value | undefined {
    const entry = this.found.get(key);
    return entry && this.isFresh(entry) ? entry.value : undefined;
  }

  async get(key: string): Promise<Value | null> {
    const entry = this.found.get(key) ?? this.absent.get(key);
    if (entry && this.isFresh(entry)) return entry.value;
    return this.readings.get(key) ?? this.startReading(key);
  }

  /** A reading that is under way is not remembered either: it may have seen the state before the change. */
  forget(key: string): void {
    this.found.delete(key);
    this.absent.delete(key);
    this.readings.delete(key);
  }

  forgetAll(): void {
    this.found.clear();
    this.absent.clear();
    this.readings.clear();
  }

  private startReading(key: string): Promise<Value | null> {
    const readAt = this.now();
    const reading = this.outsideOfRequests.runInAsyncScope(() => this.options.load(key));
    this.readings.set(key, reading);
    void reading.then(
      (value) => this.endReading(key, reading, () => this.remember(key, value, readAt)),
      () => this.endReading(key, reading),
    );
    return reading;
  }

  private endReading(key: string, reading: Promise<Value | null>, andThen?: () => void): void {
    if (this.readings.get(key) !== reading) return;
    this.readings.delete(key);
    andThen?.();
  }

  private remember(key: string, value: Value | null, readAt: number): void {
    if (value === null) {
      this.found.delete(key);
      this.absent.set(key, { value: null, readAt });
    } else {
      this.absent.delete(key);
      this.found.set(key, { value, readAt });
    }
  }

  /** Time that runs backwards makes everything stale, rather than fresh for as long as it went back. */
  private isFresh({ readAt }: Dated<unknown>): boolean {
    const age = this.now() - readAt;
    return age >= 0 && age < this.options.maxAgeMs;
  }

  private now(): number {
    return this.options.clock.now().getTime();
  }
}
