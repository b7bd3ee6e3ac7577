import { describe, expect, it } from '@jest/globals';
import { loadSettings } from '../../base/config/load-settings.js';
import { BreachedPasswords } from '../passwords/breached-passwords.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { newRecoveryCodes, RecoveryCodeDigests } from './recovery-codes.js';

const [alice, bob] = ['3f6c1a52-0b4e-4a7e-9a51-0d2b7c9e1f00', '8c0d4e7b-55aa-4c1d-8f3e-6b7a9c0d1e2f'] as const;
const code = '7K2M-9XQT-04FD-ZB3H';

function digestsAt(memoryKib: string): RecoveryCodeDigests {
  const settings = loadSettings({ PASSWORD_HASH_MEMORY_KIB: memoryKib });
  return new RecoveryCodeDigests(new PasswordHasher(settings, new BreachedPasswords(settings)));
}

describe('recovery codes', () => {
  const digests = digestsAt('8192');

  it('are ten, of 80 random bits each', () => {
    const codes = newRecoveryCodes();
    expect(codes).toHaveLength(10);
    expect(new Set([...codes, ...newRecoveryCodes()]).size).toBe(20);
    for (const it of codes) expect(it).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
  });

  it('have one slow digest in every way to write them and with all settings, and another for another account', async () => {
    // Another digest would make all codes useless that are stored.
    const digest = 'MbXTs5S3UsD4LZaD1rInXDkBjGeP6RLBLxTC_RBk4BE';
    expect(await digests.of(alice, code)).toBe(digest);
    expect(await digests.of(alice, ' 7k2m9xqt 04fd-zb3h')).toBe(digest);
    expect(await digestsAt('9216').of(alice, code)).toBe(digest);
    expect(await digests.of(bob, code)).not.toBe(digest);
    expect(await digests.ofAll(alice, [code, code])).toEqual([digest, digest]);
  });

  it.each(['', '123456', '7K2M-9XQT-04FD-ZB3', '7K2M-9XQT-04FD-ZB3I', '7K2M-9XQT-04FD-ZB3HH'])(
    'are not %j',
    async (text) => {
      expect(await digests.of(alice, text)).toBeNull();
    },
  );
});
