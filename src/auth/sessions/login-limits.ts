import { Injectable } from '@nestjs/common';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { InvalidInputError, UnauthenticatedError } from '../../base/errors.js';
import { Settings } from '../../base/config/settings.js';
import { tooManyRequests } from '../../http/limits/rate-limits.js';
import { Slots } from '../passwords/slots.js';

const windowSeconds = 60;

/** Delay of the first delayed attempt. It doubles with each further failure. */
const firstDelayMs = 125;
const maxDelayMs = 4000;

const maxDelayed = 256;

/** An attempt to log in or to change a password. */
export interface PasswordAttempt {
  /** The name that the caller sent, even if no account has it. */
  readonly name: string;
  readonly address: string;
}

interface AddressQueue {
  readonly slots: Slots;
  attempts: number;
}

/**
 * Limits wrong passwords to LOGIN_LIMIT_PER_MINUTE for each address (docs/adr/0012-rate-limits.md). Wrong passwords for one name, from any
 * address, only delay further attempts for that name, because a refusal would let strangers lock its owner out. Right passwords do not
 * count. The counters are in the memory of this instance.
 */
@Injectable()
export class LoginLimits {
  private readonly limit: number;
  private readonly ofAddresses: RateLimiterMemory;
  private readonly ofNames: RateLimiterMemory;
  private readonly queues = new Map<string, AddressQueue>();
  private delayed = 0;

  constructor(settings: Settings) {
    this.limit = settings.loginLimitPerMinute;
    this.ofAddresses = failures('login-address', this.limit);
    this.ofNames = failures('login-name', this.limit);
  }

  /**
   * Runs the attempts of one address one after the other. Parallel guesses can't exceed the limit, and right passwords in parallel requests
   * are not refused as possible guesses.
   * @param check receives whether the address has failed recently. If it throws UnauthenticatedError or InvalidInputError, the attempt
   * counts as a failure
   * @throws TooManyRequestsError; OverloadedError; the error of `check`
   */
  async run<T>(attempt: PasswordAttempt, check: (hasFailed: boolean) => Promise<T>): Promise<T> {
    const name = attempt.name.toLowerCase();
    const { address } = attempt;
    const hadFailed = await this.refuseExcess(address);
    await this.delay(name, address);
    return this.inTurn(address, hadFailed, async () => {
      const hasFailed = await this.refuseExcess(address);
      try {
        return await check(hasFailed);
      } catch (error) {
        if (isWrongPassword(error)) {
          await Promise.all([this.ofAddresses.penalty(address), this.ofNames.penalty(name)]);
        }
        throw error;
      }
    });
  }

  /** Returns whether the address has failed recently. */
  private async refuseExcess(address: string): Promise<boolean> {
    const record = await this.ofAddresses.get(address);
    if (record && record.consumedPoints >= this.limit) throw tooManyRequests(this.limit, record.msBeforeNext);
    return record !== null;
  }

  /** If too many attempts wait already, attempts of addresses without a failure continue at once. */
  private async delay(name: string, address: string): Promise<void> {
    const record = await this.ofNames.get(name);
    const excess = (record?.consumedPoints ?? 0) - this.limit;
    if (excess < 0) return;
    if (this.delayed >= maxDelayed) {
      if (await this.ofAddresses.get(address)) throw tooManyRequests(this.limit, maxDelayMs);
      return;
    }
    this.delayed++;
    await new Promise((resolve) => setTimeout(resolve, Math.min(firstDelayMs * 2 ** excess, maxDelayMs)));
    this.delayed--;
  }

  private async inTurn<T>(address: string, isSuspect: boolean, work: () => Promise<T>): Promise<T> {
    const queue = this.queues.get(address) ?? { slots: new Slots(1), attempts: 0 };
    this.queues.set(address, queue);
    queue.attempts++;
    try {
      return await queue.slots.run(work, isSuspect);
    } finally {
      queue.attempts--;
      if (queue.attempts === 0) this.queues.delete(address);
    }
  }
}

function failures(keyPrefix: string, points: number): RateLimiterMemory {
  return new RateLimiterMemory({ keyPrefix, points, duration: windowSeconds });
}

function isWrongPassword(error: unknown): boolean {
  return error instanceof UnauthenticatedError || error instanceof InvalidInputError;
}
