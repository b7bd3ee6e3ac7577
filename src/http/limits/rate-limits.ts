import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { TooManyRequestsError } from '../../base/errors.js';
import { Settings } from '../../base/config/settings.js';
import { rateLimitKeyOf } from './network-of.js';
import { type Allowance, BURST_SECONDS, type Limiter, SharedCounters } from './shared-counters.js';

/** Limits calls per second, with an allowance for bursts, per principal and, without valid credentials, per address. */
@Injectable()
export class RateLimits {
  private readonly perSecond: number;
  private readonly policy: string;
  private readonly principals: Limiter;
  private readonly addresses: Limiter;

  constructor({ rateLimitPerSecond: perSecond, rateLimitBurst }: Settings, counters: SharedCounters) {
    this.perSecond = perSecond;
    const allowance = { perSecond, burst: Math.max(rateLimitBurst - perSecond, 0) };
    this.policy = policyOf(allowance);
    this.principals = counters.limiter('principal', allowance);
    this.addresses = counters.limiter('address', allowance);
  }

  /**
   * Counts a call of the principal of a request.
   * @param cost number of calls that it counts as; at most as many as a second allows
   * @throws TooManyRequestsError
   */
  principal(request: Request, name: string, cost = 1): true | Promise<true> {
    return this.perSecond === 0 || this.count(this.principals, request, name, Math.min(cost, this.perSecond));
  }

  /** Counts work that a call of a principal has taken: a second of it as the calls of a second. */
  charge(name: string, workMs: number): void {
    const points = Math.min(Math.floor((workMs / 1000) * this.perSecond), this.perSecond);
    // Neither a refusal nor a limit that cannot count may end the process.
    if (points > 0) this.principals.consume(name, points).catch(() => {});
  }

  /** Counts a call without valid credentials or to an unknown path. @throws TooManyRequestsError */
  anonymous(request: Request): true | Promise<true> {
    return this.perSecond === 0 || this.count(this.addresses, request, rateLimitKeyOf(request), 1);
  }

  /** Shows the state of the limit in the answer. */
  private async count(limiter: Limiter, { res: response }: Request, key: string, points: number): Promise<true> {
    const show = ({ remainingPoints, msBeforeNext }: RateLimiterRes) => {
      if (response?.headersSent !== false) return;
      response.setHeader('RateLimit-Policy', this.policy);
      response.setHeader('RateLimit', `${steady};r=${remainingPoints};t=${secondsOf(msBeforeNext)}`);
    };
    try {
      show(await limiter.consume(key, points));
      return true;
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      show(refusal);
      throw tooManyRequests(refusal.msBeforeNext);
    }
  }
}

/** Names of the limits in headers, which draft-ietf-httpapi-ratelimit-headers defines. */
const [steady, burst] = ['"second"', '"burst"'];

function policyOf({ perSecond, burst: more }: Allowance): string {
  return [`${steady};q=${perSecond};w=1`, ...(more > 0 ? [`${burst};q=${more};w=${BURST_SECONDS}`] : [])].join(', ');
}

function secondsOf(milliseconds: number): number {
  return Math.max(1, Math.ceil(milliseconds / 1000));
}

/** @param policy of a limit that the answer does not show yet, such as `"login";q=10;w=60` */
export function tooManyRequests(msBeforeNext: number, policy?: string): TooManyRequestsError {
  const seconds = secondsOf(msBeforeNext);
  return new TooManyRequestsError(`too many requests; try again in ${seconds} s`, seconds, policy);
}
