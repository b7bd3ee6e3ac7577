import { Injectable } from '@nestjs/common';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { TooManyRequestsError } from '../../base/errors.js';
import { Settings } from '../../base/config/settings.js';
import { type Limiter, SharedCounters } from './shared-counters.js';

/** Limits calls per second, with an allowance for bursts, per principal and, without valid credentials, per address. */
@Injectable()
export class RateLimits {
  private readonly enabled: boolean;
  private readonly perSecond: number;
  private readonly principals: Limiter;
  private readonly addresses: Limiter;

  constructor({ rateLimitPerSecond: perSecond, rateLimitBurst }: Settings, counters: SharedCounters) {
    this.enabled = perSecond > 0;
    this.perSecond = perSecond;
    const allowance = { perSecond, burst: Math.max(rateLimitBurst - perSecond, 0) };
    this.principals = counters.limiter('principal', allowance);
    this.addresses = counters.limiter('address', allowance);
  }

  /**
   * Counts a call of a principal.
   * @param cost number of calls that it counts as; at most as many as a second allows
   * @throws TooManyRequestsError
   */
  principal(key: string, cost = 1): true | Promise<true> {
    return !this.enabled || consume(this.principals, key, this.perSecond, Math.min(cost, this.perSecond));
  }

  /** Counts work that a call of a principal has taken: a second of it as the calls of a second. */
  charge(key: string, workMs: number): void {
    const points = Math.min(Math.floor((workMs / 1000) * this.perSecond), this.perSecond);
    // Neither a refusal nor a limit that cannot count may end the process.
    if (this.enabled && points > 0) this.principals.consume(key, points).catch(() => {});
  }

  /** Counts a call without valid credentials or to an unknown path. @throws TooManyRequestsError */
  anonymous(address: string): true | Promise<true> {
    return !this.enabled || consume(this.addresses, address, this.perSecond);
  }
}

async function consume(limiter: Limiter, key: string, limit: number, points = 1): Promise<true> {
  try {
    await limiter.consume(key, points);
    return true;
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    throw tooManyRequests(limit, refusal.msBeforeNext);
  }
}

export function tooManyRequests(limit: number, msBeforeNext: number): TooManyRequestsError {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  return new TooManyRequestsError(`too many requests; try again in ${seconds} s`, limit, seconds);
}
