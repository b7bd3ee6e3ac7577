import type { Request } from 'express';
import { TooLargeError, TooManyBytesError } from '../../base/errors.js';

/** The limits of bodies of one app. */
export interface BodyLimits {
  /** Largest body that is read into memory. */
  readonly maxBodyBytes: number;
  /** Largest body that a handler reads as a stream. */
  readonly maxUploadBytes: number;
  /** Seconds without a byte after which reading a stream fails. */
  readonly idleSeconds: number;
  readonly unproven: UnprovenBodies;
}

/** Setting of the Express app: its {@link BodyLimits}. */
export const BODY_LIMITS = 'body limits';

export function bodyLimits({ app }: Request): BodyLimits {
  const limits: BodyLimits | undefined = app.get(BODY_LIMITS);
  if (!limits) throw new Error('the app has no limits of bodies');
  return limits;
}

/** Bodies up to this size count per address only, so that a stranger who fills the share of a token does not lock out its owner. */
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

  /** @param limit bytes of concurrent bodies, per token and per address */
  constructor(readonly limit: number) {}

  /** @param tokenId of the `Authorization` header; undefined on routes without credentials */
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

/** The body of one request, as {@link UnprovenBodies} counts it. */
export class UnprovenBody {
  private bytes = 0;
  private isReleased = false;

  constructor(
    private readonly all: UnprovenBodies,
    private readonly address: string,
    private readonly token: string | undefined,
  ) {}

  /**
   * Sets the current size of the body. A smaller size than before has no effect.
   * @throws as {@link requireRoomFor}
   */
  reserve(bytes: number): void {
    if (bytes <= this.bytes || this.isReleased) return;
    this.requireRoomFor(bytes);
    this.count(bytes);
  }

  /** @throws TooLargeError if these bytes alone exceed the limit, TooManyBytesError if they exceed it together with other bodies */
  requireRoomFor(bytes: number): void {
    const { limit } = this.all;
    if (bytes > limit) throw new TooLargeError('body', this.tooLarge(), 'body.unverified_too_large');
    const counted = this.keysOf(this.bytes);
    for (const key of this.keysOf(bytes)) {
      const others = this.all.sumOf(key) - (counted.includes(key) ? this.bytes : 0);
      if (others + bytes > limit) throw new TooManyBytesError(this.tooMany(), retryAfterSeconds);
    }
  }

  /** Stops counting this body. */
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
