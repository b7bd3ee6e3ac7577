import { Injectable } from '@nestjs/common';
import { BurstyRateLimiter, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { TooManyRequestsError } from '../../common/errors.js';
import { Settings } from '../../config/settings.js';

/** What this service needs of a limiter of rate-limiter-flexible; its memory, PostgreSQL and Redis stores all have it. */
interface Limiter {
  consume(key: string): Promise<unknown>;
}

/** Seconds in which the allowance for bursts is whole again. */
const burstWindow = 10;

/**
 * How often somebody may call: a rate a second with an allowance for bursts, per principal and, for calls without valid
 * credentials, per address; and far fewer logins. Counted in the memory of this instance.
 */
@Injectable()
export class RateLimits {
  private readonly enabled: boolean;
  private readonly perSecond: number;
  private readonly loginsPerMinute: number;
  private readonly principals: Limiter;
  private readonly addresses: Limiter;
  private readonly loginAddresses: Limiter;
  private readonly loginNames: Limiter;

  constructor(settings: Settings) {
    this.enabled = settings.rateLimitPerSecond > 0;
    this.perSecond = settings.rateLimitPerSecond;
    this.loginsPerMinute = settings.loginLimitPerMinute;
    const burst = Math.max(settings.rateLimitBurst - settings.rateLimitPerSecond, 0);
    this.principals = bursty('principal', this.perSecond, burst);
    this.addresses = bursty('address', this.perSecond, burst);
    this.loginAddresses = memory('login-address', this.loginsPerMinute, 60);
    this.loginNames = memory('login-name', this.loginsPerMinute, 60);
  }

  /** @throws TooManyRequestsError, as the others here */
  async principal(key: string): Promise<void> {
    if (this.enabled) await consume(this.principals, key, this.perSecond);
  }

  /** For calls that carry no credentials, or wrong ones. */
  async anonymous(address: string): Promise<void> {
    if (this.enabled) await consume(this.addresses, address, this.perSecond);
  }

  async login(address: string, username: string): Promise<void> {
    if (!this.enabled) return;
    await consume(this.loginAddresses, address, this.loginsPerMinute);
    await consume(this.loginNames, username.toLowerCase(), this.loginsPerMinute);
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
    const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
    throw new TooManyRequestsError(`too many requests; try again in ${seconds} s`, limit, seconds);
  }
}
