import { randomBytes } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { hash, hashRaw, parseOptions, verify } from '@node-rs/argon2';
import { Settings } from '../../base/config/settings.js';
import { InvalidInputError } from '../../base/errors.js';
import { BreachedPasswords } from './breached-passwords.js';
import { type PasswordOwner, requireStrongPassword } from './password-rules.js';
import { Slots } from './slots.js';

/** The least of OWASP's Password Storage Cheat Sheet. */
const digestCosts = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Computes argon2id hashes of passwords outside of the event loop. A computation needs PASSWORD_HASH_MEMORY_KIB of memory. At most
 * PASSWORD_HASH_CONCURRENCY run at a time, so that a flood of logins can't exhaust the memory of the machine.
 */
@Injectable()
export class PasswordHasher implements OnModuleInit {
  private readonly options: { readonly memoryCost: number; readonly timeCost: number; readonly parallelism: number };
  private readonly slots: Slots;
  private ofNobody = '';

  constructor(
    settings: Settings,
    private readonly breached: BreachedPasswords,
  ) {
    this.options = { memoryCost: settings.passwordHashMemoryKib, timeCost: 2, parallelism: 1 };
    this.slots = new Slots(settings.passwordHashConcurrency);
  }

  async onModuleInit(): Promise<void> {
    this.ofNobody = await this.hash(randomBytes(32).toString('base64'));
  }

  hash(password: string): Promise<string> {
    return this.slots.run(() => hash(password, this.options));
  }

  /** @param place of the password in the request @throws InvalidInputError if the password is easy to guess or in the list of breached ones */
  async hashNew(place: string, password: string, owner: PasswordOwner): Promise<string> {
    requireStrongPassword(place, password, owner);
    if (await this.breached.has(password)) {
      const message =
        'is in a list of passwords that were stolen from other services; choose one that you use nowhere else';
      throw InvalidInputError.at('password.too_weak', place, message);
    }
    return this.hash(password);
  }

  /**
   * A digest by which a secret of few bits is found. Its costs are none of the settings, because it must stay the same.
   * @param salt random bytes of the owner
   */
  digest(secret: string, salt: Buffer): Promise<Buffer> {
    return this.slots.run(() => hashRaw(secret, { ...digestCosts, salt }));
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
