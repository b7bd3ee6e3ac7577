import { Injectable } from '@nestjs/common';
import { InvalidInputError, type TooManyRequestsError, UnauthenticatedError } from '../../base/errors.js';
import { runWithoutScope } from '../../base/scope/request-scope.js';
import { Settings } from '../../base/config/settings.js';
import { tooManyRequests } from '../../http/limits/rate-limits.js';
import { AuditService } from '../audit/audit.service.js';
import { Slots } from '../passwords/slots.js';
import { LoginFailuresRepository, type PasswordAttempt, type RecentFailures } from './login-failures.repository.js';

/** Delay of the first delayed attempt. It doubles with each further failure. */
const firstDelayMs = 125;
const maxDelayMs = 4000;

const maxDelayed = 256;

interface AddressQueue {
  readonly slots: Slots;
  attempts: number;
}

/**
 * Limits wrong passwords to LOGIN_LIMIT_PER_MINUTE for each address (docs/adr/0012-rate-limits.md). Wrong passwords for one name, from any
 * address, only delay further attempts for that name, because a refusal would let strangers lock its owner out. Right passwords do not
 * count. Failures are counted over all instances.
 */
@Injectable()
export class LoginLimits {
  private readonly limit: number;
  private readonly queues = new Map<string, AddressQueue>();
  private delayed = 0;

  constructor(
    settings: Settings,
    private readonly failures: LoginFailuresRepository,
    private readonly audit: AuditService,
  ) {
    this.limit = settings.loginLimitPerMinute;
  }

  /**
   * Runs the attempts of one address one after the other. Parallel guesses can't exceed the limit, and right passwords in parallel requests
   * are not refused as possible guesses.
   * @param check receives whether the address has failed recently. If it throws UnauthenticatedError or InvalidInputError, the attempt
   * counts as a failure
   * @throws TooManyRequestsError; OverloadedError; the error of `check`
   */
  async run<T>(attempt: PasswordAttempt, check: (hasFailed: boolean) => Promise<T>): Promise<T> {
    const before = await this.failures.recent(attempt);
    this.refuseExcess(before);
    await this.delay(before);
    return this.inTurn(attempt.address, before.ofAddress > 0, async () => {
      const recent = await this.failures.recent(attempt);
      this.refuseExcess(recent);
      try {
        return await check(recent.ofAddress > 0);
      } catch (error) {
        // Counted also if the request ends meanwhile.
        if (isWrongPassword(error)) await runWithoutScope(() => this.count(attempt));
        throw error;
      }
    });
  }

  private count(attempt: PasswordAttempt): Promise<void> {
    const { name, address } = attempt;
    return this.failures.add(attempt, this.limit, (of, on) => {
      const details = { of, value: of === 'name' ? name : address, failures: this.limit };
      const entry = { action: 'login.limit', resource: 'login', details } as const;
      return this.audit.record(entry, { outcome: 'failure', actor: { id: null, name }, on });
    });
  }

  private refuseExcess({ ofAddress, addressMs }: RecentFailures): void {
    if (ofAddress >= this.limit) throw this.refusal(addressMs);
  }

  private refusal(msBeforeNext: number): TooManyRequestsError {
    return tooManyRequests(msBeforeNext, `"login";q=${this.limit};w=60`);
  }

  /** If too many attempts wait already, attempts of addresses without a failure continue at once. */
  private async delay({ ofName, ofAddress }: RecentFailures): Promise<void> {
    const excess = ofName - this.limit;
    if (excess < 0) return;
    if (this.delayed >= maxDelayed) {
      if (ofAddress > 0) throw this.refusal(maxDelayMs);
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

function isWrongPassword(error: unknown): boolean {
  return error instanceof UnauthenticatedError || error instanceof InvalidInputError;
}
