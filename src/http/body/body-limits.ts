import type { Request } from 'express';
import { TooLargeError, TooManyBytesError } from '../../base/errors.js';

const key = 'max body bytes';
const streamKey = 'stream limits';

interface App {
  set(name: string, value: unknown): unknown;
}

/** What a body that is read while it comes may be. */
export interface StreamLimits {
  readonly maxBytes: number;
  /** Seconds without a byte. */
  readonly idleSeconds: number;
  /** Counts bodies of every kind. */
  readonly unproven: UnprovenBodies;
}

/** Largest body that the app of a request takes; {@link setMaxBodyBytes} put it there. */
export function maxBodyBytes(request: Request): number {
  const limit: unknown = request.app.get(key);
  if (typeof limit !== 'number') throw new Error('the app has no body limit');
  return limit;
}

export function setMaxBodyBytes(app: App, bytes: number): void {
  app.set(key, bytes);
}

/** {@link setStreamLimits} put them there. */
export function streamLimits(request: Request): StreamLimits {
  const limits: StreamLimits | undefined = request.app.get(streamKey);
  if (!limits) throw new Error('the app has no limits of streams');
  return limits;
}

export function setStreamLimits(app: App, limits: StreamLimits): void {
  app.set(streamKey, limits);
}

/** Bodies up to this size count per address only, so that a stranger who uses up a token's share does not lock out its owner. */
const smallBytes = 65_536;

const retryAfterSeconds = 10;

const advice =
  'first send a signed request with a small body or none from this address, such as POST /api/v2/file-upload/start';

/**
 * Limits the bodies, in memory and on disk, of callers whose credentials are not verified yet: a signature covers the whole body, so
 * any caller that knows a token id can send one. Counted in the memory of this instance, per token and per address.
 */
export class UnprovenBodies {
  private readonly sums = new Map<string, number>();

  /** @param limit bytes at a time, per token and per address */
  constructor(readonly limit: number) {}

  /** @param tokenId that the caller claims; undefined on routes that need no credentials */
  open(address: string, tokenId: string | undefined): UnprovenBody {
    return new UnprovenBody(this, `address ${address}`, tokenId && `token ${tokenId}`);
  }

  sumOf(key: string): number {
    return this.sums.get(key) ?? 0;
  }

  add(key: string, bytes: number): void {
    const sum = this.sumOf(key) + bytes;
    if (sum === 0) this.sums.delete(key);
    else this.sums.set(key, sum);
  }
}

/** The part of one request in {@link UnprovenBodies}. */
export class UnprovenBody {
  private bytes = 0;
  private isReleased = false;

  constructor(
    private readonly all: UnprovenBodies,
    private readonly address: string,
    private readonly token: string | undefined,
  ) {}

  /**
   * Sets the size that the body has by now; it never shrinks.
   * @throws as {@link require}
   */
  hold(bytes: number): void {
    if (bytes <= this.bytes || this.isReleased) return;
    this.require(bytes);
    this.count(bytes);
  }

  /** @throws TooLargeError if so many bytes pass the limit by themselves, TooManyBytesError if they do so with other bodies */
  require(bytes: number): void {
    const { limit } = this.all;
    if (bytes > limit) throw new TooLargeError('body', this.tooLarge(), 'body.unverified_too_large');
    const counted = this.keysOf(this.bytes);
    for (const key of this.keysOf(bytes)) {
      const others = this.all.sumOf(key) - (counted.includes(key) ? this.bytes : 0);
      if (others + bytes > limit) throw new TooManyBytesError(this.tooMany(), retryAfterSeconds);
    }
  }

  /** Nothing is counted from now on. */
  release(): void {
    this.count(0);
    this.isReleased = true;
  }

  private count(bytes: number): void {
    for (const key of this.keysOf(this.bytes)) this.all.add(key, -this.bytes);
    for (const key of this.keysOf(bytes)) this.all.add(key, bytes);
    this.bytes = bytes;
  }

  private keysOf(bytes: number): readonly string[] {
    return this.token !== undefined && bytes > smallBytes ? [this.address, this.token] : [this.address];
  }

  private tooLarge(): string {
    const limit = `${this.all.limit} bytes (MAX_UNPROVEN_BYTES)`;
    if (this.token === undefined) return `the body is larger than ${limit}`;
    return `a body whose signature is not verified yet may have at most ${limit} unless this address has signed with the token within the last hour; ${advice}`;
  }

  private tooMany(): string {
    const limit = `${this.all.limit} bytes (MAX_UNPROVEN_BYTES)`;
    if (this.token === undefined)
      return `bodies without credentials may have at most ${limit} at a time, per address; try again in ${retryAfterSeconds} s`;
    return `bodies whose signature is not verified yet may have at most ${limit} at a time, per token and per address; ${advice}, or try again in ${retryAfterSeconds} s`;
  }
}
