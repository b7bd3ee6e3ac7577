import type { LoginFailuresRepository, PasswordAttempt, RecentFailures } from './login-failures.repository.js';

interface Failures {
  readonly count: number;
  readonly expiresAt: number;
}

/** Counts in memory by the clock of the process, which a test can replace. */
export class LoginFailuresInMemory implements Pick<LoginFailuresRepository, 'recent' | 'add'> {
  private readonly byKey = new Map<string, Failures>();

  async recent({ address, name }: PasswordAttempt): Promise<RecentFailures> {
    const ofAddress = this.find(`address ${address}`);
    return {
      ofAddress: ofAddress?.count ?? 0,
      ofName: this.find(`name ${name.toLowerCase()}`)?.count ?? 0,
      addressMs: ofAddress ? ofAddress.expiresAt - Date.now() : 0,
    };
  }

  async add({ address, name }: PasswordAttempt): Promise<void> {
    for (const key of [`address ${address}`, `name ${name.toLowerCase()}`]) {
      const { count = 0, expiresAt = Date.now() + 60_000 } = this.find(key) ?? {};
      this.byKey.set(key, { count: count + 1, expiresAt });
    }
  }

  private find(key: string): Failures | undefined {
    const found = this.byKey.get(key);
    return found && found.expiresAt > Date.now() ? found : undefined;
  }
}
