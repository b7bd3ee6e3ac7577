import { Injectable } from '@nestjs/common';
import { BurstyRateLimiter, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { TooManyRequestsError } from '../../base/errors.js';
import { Settings } from '../../base/config/settings.js';

/** The part of a limiter of rate-limiter-flexible that this service uses. Its memory, PostgreSQL and Redis stores implement it. */
interface Limiter {
  consume(key: string, points: number): Promise<unknown>;
}

/** Seconds until the allowance for bursts is restored. */
const burstWindow = 10;

/**
 * Limits calls per second, with an allowance for bursts, per principal and, without valid credentials, per address. Counts in the
 * memory of this instance.
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

  /**
   * Counts a call of a principal.
   * @param cost of how many calls it has the cost; no call costs more than a second allows
   * @throws TooManyRequestsError
   */
  async principal(key: string, cost = 1): Promise<void> {
    if (this.enabled) await consume(this.principals, key, this.perSecond, Math.min(cost, this.perSecond));
  }

  /** Counts a call without valid credentials or to an unknown path. @throws TooManyRequestsError */
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

async function consume(limiter: Limiter, key: string, limit: number, points = 1): Promise<void> {
  try {
    await limiter.consume(key, points);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    throw tooManyRequests(limit, refusal.msBeforeNext);
  }
}

export function tooManyRequests(limit: number, msBeforeNext: number): TooManyRequestsError {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  return new TooManyRequestsError(`too many requests; try again in ${seconds} s`, limit, seconds);
}
