import { describe, expect, it } from '@jest/globals';
import { newRecoveryCodes, recoveryCodeDigest } from './recovery-codes.js';

describe('recovery codes', () => {
  it('are ten, of 80 random bits each', () => {
    const codes = newRecoveryCodes();
    expect(codes).toHaveLength(10);
    expect(new Set([...codes, ...newRecoveryCodes()]).size).toBe(20);
    for (const code of codes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
  });

  it('have one digest in every way to write them, and another for another account', () => {
    const digest = recoveryCodeDigest('a', '7K2M-9XQT-04FD-ZB3H');
    expect(digest).toHaveLength(43);
    expect(recoveryCodeDigest('a', ' 7k2m9xqt 04fd-zb3h')).toBe(digest);
    expect(recoveryCodeDigest('b', '7K2M-9XQT-04FD-ZB3H')).not.toBe(digest);
  });

  it.each(['', '123456', '7K2M-9XQT-04FD-ZB3', '7K2M-9XQT-04FD-ZB3I', '7K2M-9XQT-04FD-ZB3HH'])('are not %j', (text) => {
    expect(recoveryCodeDigest('a', text)).toBeNull();
  });
});
