import { randomBytes } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { Settings } from '../../base/config/settings.js';
import { Slots } from './slots.js';

/**
 * Passwords as argon2id hashes, off the event loop. A hash takes PASSWORD_HASH_MEMORY_KIB while it is computed, and at most
 * PASSWORD_HASH_CONCURRENCY are computed at a time: a flood of logins can't take the memory of the machine.
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
   * Whether a password is the one that was hashed. Without a hash, because there is no such account, it takes the same time
   * and is false: who measures answers does not learn which accounts exist.
   * @param isSuspect whether the address of the caller has failed recently: others are served first
   */
  async verify(passwordHash: string | undefined, password: string, isSuspect: boolean): Promise<boolean> {
    const matches = await this.slots.run(() => verify(passwordHash ?? this.ofNobody, password), isSuspect);
    return matches && passwordHash !== undefined;
  }

  /** Whether a hash was made with other costs than are set now, so that it would also take another time. */
  isOutdated(passwordHash: string): boolean {
    const { memoryCost, timeCost, parallelism } = parseOptions(passwordHash);
    const { options } = this;
    return memoryCost !== options.memoryCost || timeCost !== options.timeCost || parallelism !== options.parallelism;
  }
}
