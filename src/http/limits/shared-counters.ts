import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { BurstyRateLimiter, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { Availability } from '../../base/scope/availability.js';
import type { Settings } from '../../base/config/settings.js';

/** A limiter of rate-limiter-flexible. Rejects with RateLimiterRes if the limit is exceeded. */
export interface Limiter {
  consume(key: string, points: number): Promise<RateLimiterRes>;
}

/** Calls per second, plus a burst per {@link BURST_SECONDS}. */
export interface Allowance {
  readonly perSecond: number;
  readonly burst: number;
}

/** Seconds until the allowance for bursts is restored. */
export const BURST_SECONDS = 10;

/** Milliseconds between two attempts to use a Redis that failed. */
const RETRY_MS = 1000;

type MakeLimiter = (keyPrefix: string, points: number, duration: number) => RateLimiterMemory | RateLimiterRedis;

const inMemory: MakeLimiter = (keyPrefix, points, duration) => new RateLimiterMemory({ keyPrefix, points, duration });

/**
 * Counts calls: in the memory of this process, or in Redis for all instances if REDIS_URL is set. While Redis is away, each instance
 * counts for itself (docs/adr/0046-shared-limits.md).
 */
@Injectable()
export class SharedCounters implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly availability = new Availability(
    new Logger('RateLimits'),
    'Redis (REDIS_URL)',
    'each instance counts rate limits for itself meanwhile',
  );
  private isClosing = false;
  private readonly trial: Limiter | undefined;
  private retry: NodeJS.Timeout | undefined;

  private constructor(private readonly redis: Redis | undefined) {
    this.trial = redis && inRedis(redis)('graphward:trial', 1, 1);
  }

  /** Does not connect yet. */
  static async open({ redisUrl, role, rateLimitPerSecond }: Settings): Promise<SharedCounters> {
    const isUsed = role !== 'worker' && rateLimitPerSecond > 0;
    if (redisUrl === '' || !isUsed) return new SharedCounters(undefined);
    const { redisClient } = await import('./redis-client.js');
    const redis = redisClient(redisUrl);
    const counters = new SharedCounters(redis);
    redis.on('error', (error: unknown) => counters.noteFailure(error));
    redis.on('ready', () => void counters.tryAgain());
    return counters;
  }

  /**
   * Waits for the first attempt to connect, whether it succeeds or fails. It runs after the rest of the start, which blocks the process
   * for longer than the time limit of Redis.
   */
  async onApplicationBootstrap(): Promise<void> {
    await this.redis?.connect().catch((error: unknown) => this.noteFailure(error));
  }

  limiter(name: string, allowance: Allowance): Limiter {
    const own = bursty(inMemory, name, allowance);
    const { redis } = this;
    if (!redis) return own;
    const shared = bursty(inRedis(redis), `graphward:${name}`, allowance);
    return { consume: (key, points) => this.consume(shared, own, key, points) };
  }

  onApplicationShutdown(): void {
    this.isClosing = true;
    clearInterval(this.retry);
    this.redis?.disconnect();
  }

  /** No call waits for a Redis that has failed: it is tried in the background. The insurance of rate-limiter-flexible asks it for each call. */
  private async consume(shared: Limiter, own: Limiter, key: string, points: number): Promise<RateLimiterRes> {
    if (!this.availability.away) {
      try {
        return await shared.consume(key, points);
      } catch (error) {
        if (error instanceof RateLimiterRes) throw error;
        this.noteFailure(error);
      }
    }
    return own.consume(key, points);
  }

  private noteFailure(error: unknown): void {
    if (this.isClosing) return;
    this.availability.noteFailure(error);
    this.retry ??= setInterval(() => void this.tryAgain(), RETRY_MS).unref();
  }

  private async tryAgain(): Promise<void> {
    try {
      await this.trial?.consume('', 1);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) return;
    }
    clearInterval(this.retry);
    this.retry = undefined;
    this.availability.noteSuccess();
  }
}

/** A key over its limit is refused from memory until its window ends, so that a flood does not reach Redis. */
function inRedis(storeClient: Redis): MakeLimiter {
  return (keyPrefix, points, duration) =>
    new RateLimiterRedis({
      storeClient,
      keyPrefix,
      points,
      duration,
      rejectIfRedisNotReady: true,
      inMemoryBlockOnConsumed: points + 1,
    });
}

function bursty(make: MakeLimiter, name: string, { perSecond, burst }: Allowance): Limiter {
  const steady = make(name, perSecond, 1);
  return burst > 0 ? new BurstyRateLimiter(steady, make(`${name}-burst`, burst, BURST_SECONDS)) : steady;
}
