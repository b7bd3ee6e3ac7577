import { beforeAll, describe, expect, it } from '@jest/globals';
import { runInScope } from '../../base/scope/request-scope.js';
import { loadSettings } from '../../base/config/load-settings.js';
import type { Settings } from '../../base/config/settings.js';
import { BreachedPasswords } from './breached-passwords.js';
import { PasswordHasher } from './password-hasher.js';

const hasherOf = (settings: Settings) => new PasswordHasher(settings, new BreachedPasswords(settings));

class OneBreached extends BreachedPasswords {
  override has(password: string): Promise<boolean> {
    return Promise.resolve(password === 'seven brass lanterns');
  }
}

describe('PasswordHasher', () => {
  const hasher = hasherOf(loadSettings({ PASSWORD_HASH_MEMORY_KIB: '8192' }));

  beforeAll(() => hasher.onModuleInit());

  it('hashes a new password that is neither easy to guess nor breached', async () => {
    const settings = loadSettings({ PASSWORD_HASH_MEMORY_KIB: '8192' });
    const strict = new PasswordHasher(settings, new OneBreached(settings));
    const owner = { name: 'alice', email: null };
    const hashed = (password: string) => strict.hashNew('body.new', password, owner);
    await expect(hashed('seven brass lanterns')).rejects.toThrow('is in a list of passwords that were stolen');
    await expect(hashed('password1234')).rejects.toThrow('is a common password');
    expect(await hasher.verify(await hashed('nine quiet harbours'), 'nine quiet harbours', false)).toBe(true);
  });

  it('computes argon2id hashes with the configured memory', async () => {
    expect(await hasher.hash('correct horse battery')).toMatch(/^\$argon2id\$v=19\$m=8192,t=2,p=1\$/);
  });

  it('accepts the password of a hash and no other', async () => {
    const hash = await hasher.hash('correct horse battery');
    expect(await hasher.verify(hash, 'correct horse battery', false)).toBe(true);
    expect(await hasher.verify(hash, 'correct horse batterz', false)).toBe(false);
  });

  it('computes a hash for an unknown account too and accepts no password', async () => {
    expect(await hasher.verify(undefined, 'correct horse battery', false)).toBe(false);
  });

  it('refuses no address without failures while thousands of checks wait', async () => {
    const scope = { requestId: 'gone', signal: AbortSignal.abort(new Error('gone')) };
    const flood = (isSuspect: boolean) =>
      Array.from({ length: 1000 }, () =>
        runInScope(scope, () => hasher.verify(undefined, 'a guess', isSuspect)).catch(String),
      );
    const strangers = [...flood(true), ...flood(false)];
    expect(await hasher.verify(await hasher.hash('right'), 'right', false)).toBe(true);
    const outcomes = await Promise.all(strangers);
    expect(outcomes.filter((outcome) => outcome === 'Error: gone')).toHaveLength(1000 + 2 + 256);
    expect(outcomes.filter((outcome) => String(outcome).startsWith('TooManyRequestsError'))).toHaveLength(742);
  });

  it('recognizes hashes with other costs', async () => {
    const other = hasherOf(loadSettings({ PASSWORD_HASH_MEMORY_KIB: '9216' }));
    const hash = await hasher.hash('correct horse battery');
    expect([hasher.isOutdated(hash), other.isOutdated(hash)]).toEqual([false, true]);
  });
});
