import { randomBytes } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { Settings } from '../../base/config/settings.js';
import { Slots } from './slots.js';

/**
 * Computes argon2id hashes of passwords outside of the event loop. A computation needs PASSWORD_HASH_MEMORY_KIB of memory. At most
 * PASSWORD_HASH_CONCURRENCY run at a time, so that a flood of logins can't exhaust the memory of the machine.
 */
@Injectable()
export class PasswordHasher implements OnModuleInit {
  private readonly options: { readonly memoryCost: number; readonly timeCost: number; readonly parallelism: number };
  private readonly slots: Slots;
  private ofNobody = '';

  constructor(settings: Settings) {
    this.options = { memoryCost: settings.passwordHashMemoryKib, timeCost: 2, parallelism: 1 };
    this.slots = new Slots(settings.passwordHashConcurrency);
  }

  async onModuleInit(): Promise<void> {
    this.ofNobody = await this.hash(randomBytes(32).toString('base64'));
  }

  hash(password: string): Promise<string> {
    return this.slots.run(() => hash(password, this.options));
  }

  /**
   * Returns whether the password has this hash. Without a hash, if there is no such account, it returns false after the same time,
   * so that response times do not reveal which accounts exist.
   * @param isSuspect whether the address of the caller has failed recently; others are served first
   */
  async verify(passwordHash: string | undefined, password: string, isSuspect: boolean): Promise<boolean> {
    const matches = await this.slots.run(() => verify(passwordHash ?? this.ofNobody, password), isSuspect);
    return matches && passwordHash !== undefined;
  }

  /** Returns whether a hash has other costs than the current settings. Its verification would take another time. */
  isOutdated(passwordHash: string): boolean {
    const { memoryCost, timeCost, parallelism } = parseOptions(passwordHash);
    const { options } = this;
    return memoryCost !== options.memoryCost || timeCost !== options.timeCost || parallelism !== options.parallelism;
  }
}
