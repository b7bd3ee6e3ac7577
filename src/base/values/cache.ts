import { LRUCache } from 'lru-cache';

/** Of an entry beside its key and its value. */
const entryBytes = 200;

/** Of each key that is no text. */
const numberBytes = 8;

interface Age {
  /** Milliseconds after which an entry is evicted. */
  readonly ttl: number;
  readonly now: () => number;
}

/**
 * Keeps what was used last, up to a number of bytes. All caches are of this class, because callers choose the keys of most of them
 * (scripts/caches.mjs).
 */
export class Cache<Key extends string | number, Value extends {}> extends LRUCache<Key, Value> {
  /**
   * @param bytes of all entries; an entry that is larger is not kept
   * @param bytesOf a value, beside its entry and its key
   */
  constructor(bytes: number, bytesOf: (value: Value) => number, age?: Age) {
    super({
      maxSize: bytes,
      sizeCalculation: (value, key) => Math.ceil(entryBytes + bytesOfKey(key) + bytesOf(value)),
      ...(age && { ttl: age.ttl, ttlResolution: 0, perf: { now: age.now } }),
    });
  }
}

function bytesOfKey(key: string | number): number {
  return typeof key === 'string' ? 2 * key.length : numberBytes;
}
