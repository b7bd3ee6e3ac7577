import { Injectable } from '@nestjs/common';
import { BurstyRateLimiter, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { TooManyRequestsError } from '../../base/errors.js';
import { Settings } from '../../base/config/settings.js';

/** What this service needs of a limiter of rate-limiter-flexible; its memory, PostgreSQL and Redis stores all have it. */
interface Limiter {
  consume(key: string): Promise<unknown>;
}

/** Seconds in which the allowance for bursts is whole again. */
const burstWindow = 10;

/**
 * How often somebody may call: a rate a second with an allowance for bursts, per principal and, for calls without valid
 * credentials, per address. Counted in the memory of this instance.
 */
@Injectable()
export class RateLimits {
  private readonly enabled: boolean;
  private readonly perSecond: number;
  private readonly principals: Limiter;
  private readonly addresses: Limiter;

  constructor(settings: Settings) {
    this.enabled = settings.rateLimitPerSecond > 0;
    this.perSecond = settings.rateLimitPerSecond;
    const burst = Math.max(settings.rateLimitBurst - settings.rateLimitPerSecond, 0);
    this.principals = bursty('principal', this.perSecond, burst);
    this.addresses = bursty('address', this.perSecond, burst);
  }

  /** @throws TooManyRequestsError, as the others here */
  async principal(key: string): Promise<void> {
    if (this.enabled) await consume(this.principals, key, this.perSecond);
  }

  /** For calls that carry no credentials or wrong ones, and for calls to unknown paths. */
  async anonymous(address: string): Promise<void> {
    if (this.enabled) await consume(this.addresses, address, this.perSecond);
  }
}

function memory(keyPrefix: string, points: number, duration: number): RateLimiterMemory {
  return new RateLimiterMemory({ keyPrefix, points, duration });
}

function bursty(name: string, points: number, burst: number): Limiter {
  const steady = memory(name, points, 1);
  return burst > 0 ? new BurstyRateLimiter(steady, memory(`${name}-burst`, burst, burstWindow)) : steady;
}

async function consume(limiter: Limiter, key: string, limit: number): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    throw tooManyRequests(limit, refusal.msBeforeNext);
  }
}

export function tooManyRequests(limit: number, msBeforeNext: number): TooManyRequestsError {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  return new TooManyRequestsError(`too many requests; try again in ${seconds} s`, limit, seconds);
}
