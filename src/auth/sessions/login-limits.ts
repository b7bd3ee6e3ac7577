import { Injectable } from '@nestjs/common';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { InvalidInputError, UnauthenticatedError } from '../../base/errors.js';
import { Settings } from '../../base/config/settings.js';
import { tooManyRequests } from '../../http/limits/rate-limits.js';
import { Slots } from '../passwords/slots.js';

const windowSeconds = 60;

/** Delay of the first delayed attempt; it doubles with each further failure. */
const firstDelayMs = 125;
const maxDelayMs = 4000;

const maxDelayed = 256;

/** A password is about to be checked. */
export interface PasswordAttempt {
  /** Of the account, as given: it need not exist. */
  readonly name: string;
  readonly address: string;
}

interface AddressQueue {
  readonly slots: Slots;
  attempts: number;
}

/**
 * Limits wrong passwords (docs/adr/0012-rate-limits.md): LOGIN_LIMIT_PER_MINUTE for each address. Wrong passwords for one name, whatever
 * their addresses, delay further attempts for that name and never refuse them: otherwise strangers could lock its owner out. Right passwords
 * do not count. Counted in the memory of this instance.
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
   * Attempts of one address run one after the other. Parallel guesses therefore can't exceed the limit, and right passwords that are
   * sent in parallel are not refused because they might be guesses.
   * @param check gets whether the address has failed recently; throws UnauthenticatedError or InvalidInputError for a wrong password,
   * which then counts as a failure
   * @throws TooManyRequestsError; OverloadedError; what `check` throws
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

  /** If too many attempts are delayed already, those of addresses without a failure continue at once. */
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
