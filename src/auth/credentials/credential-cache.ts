import { Cache } from '../../base/values/cache.js';
import type { Clock } from '../../base/clock.js';
import { runWithoutScope } from '../../base/scope/request-scope.js';

/** Bytes of the 10,000 sessions, tokens or Authorization headers that one instance keeps in memory. */
export const credentialBytes = 12 * 1024 ** 2;

/** Of a session or a token with its account. */
export const bytesOfCredential = 1000;

/**
 * Milliseconds for which an instance trusts a session, a token and its account after reading them. The cache evicts an entry that is older
 * than this. Even if a reading is slow, a logout, a deletion or a change of role takes effect on every instance within five seconds.
 */
const ttl = 1_999;

interface CredentialCacheOptions<Value> {
  /** Resolves to null if the credential does not exist. The cache keeps this result too. */
  readonly load: (key: string) => Promise<Value | null>;
  readonly clock: Clock;
  /** {@link credentialBytes} by default. */
  readonly bytes?: number;
}

interface Entry<Value> {
  /** Milliseconds at which the reading began. */
  readonly startedAt: number;
  readonly reading: Promise<Value | null>;
  /** Undefined until the reading ends. */
  value?: Value | null;
}

/**
 * Caches sessions or tokens for two seconds, counted from the start of a reading. Concurrent callers share one reading. The `fetch` of
 * lru-cache counts from the end of a reading and rejects the callers of a reading that is deleted, so the entries hold promises instead.
 */
export class CredentialCache<Value> {
  private readonly existing: Cache<string, Entry<Value>>;
  /** Readings that have not ended, and credentials that do not exist: requests with invented ids can't evict existing credentials. */
  private readonly unproven: Cache<string, Entry<Value>>;

  constructor(private readonly options: CredentialCacheOptions<Value>) {
    const { bytes = credentialBytes } = options;
    const age = { ttl, now: () => this.now() };
    this.existing = new Cache(bytes, () => bytesOfCredential, age);
    this.unproven = new Cache(bytes, () => bytesOfCredential, age);
  }

  /** Returns the cached credential without waiting; undefined if {@link get} would read it or knows that it does not exist. */
  peek(key: string): Value | undefined {
    return this.fresh(this.existing.get(key))?.value ?? undefined;
  }

  async get(key: string): Promise<Value | null> {
    const entry = this.fresh(this.existing.get(key)) ?? this.fresh(this.unproven.get(key)) ?? this.read(key);
    return entry.value === undefined ? entry.reading : entry.value;
  }

  /** Also discards the result of a reading that has not ended: it may have seen the state before the change. */
  forget(key: string): void {
    this.existing.delete(key);
    this.unproven.delete(key);
  }

  forgetAll(): void {
    this.existing.clear();
    this.unproven.clear();
  }

  private read(key: string): Entry<Value> {
    const startedAt = this.now();
    // A reading serves several requests, so the end of the request that started it must not cancel it.
    const reading = runWithoutScope(() => this.options.load(key));
    const entry: Entry<Value> = { startedAt, reading };
    this.unproven.set(key, entry);
    void reading.then(
      (value) => this.keep(key, entry, value),
      () => this.removeUnproven(key, entry),
    );
    return entry;
  }

  private keep(key: string, entry: Entry<Value>, value: Value | null): void {
    entry.value = value;
    if (value === null || !this.removeUnproven(key, entry)) return;
    this.existing.set(key, entry, { start: entry.startedAt });
  }

  /** Returns false if the entry was forgotten or replaced meanwhile. */
  private removeUnproven(key: string, entry: Entry<Value>): boolean {
    return this.unproven.peek(key) === entry && this.unproven.delete(key);
  }

  /** If the clock was set back, an entry would remain for longer than the ttl. */
  private fresh(entry: Entry<Value> | undefined): Entry<Value> | undefined {
    return entry && entry.startedAt <= this.now() ? entry : undefined;
  }

  private now(): number {
    return this.options.clock.now().getTime();
  }
}
