import { describe, expect, it } from '@jest/globals';
import { passwordFault } from './password-strength.js';

const common = 'is a common password, or one with small changes; choose several words that do not belong together';
const pattern = 'is a simple pattern, such as aaaa, 1234 or qwerty; choose several words that do not belong together';
const ofName = 'is made of the name of the account; choose several words that do not belong together';

describe('passwordFault', () => {
  it.each([
    ['password1234', common],
    ['P@ssw0rd2026', common],
    ['123456789012', common],
    ['qazwsxedcrfv', common],
    ['aaaaaaaaaaaa', pattern],
    ['abcdefghijkl', pattern],
    ['letmeinletmein', pattern],
    [`${'a'.repeat(1000)}Kx9!fqT2wZp0`, pattern],
    ['alice.smith2026', ofName],
    ['smith-ALICE-smith', ofName],
    ['alice-2026-alice', ofName],
  ])('refuses %s: it %s', (password, fault) => {
    expect(passwordFault(password, 'alice.smith')).toBe(fault);
  });

  it.each([
    'correct horse battery',
    'a password of alice that nobody guesses',
    'Kx9!fqT2wZp0',
    '3f7a9c0e51d2b846',
    'ein langer satz mit zahlen 47',
  ])('accepts %s', (password) => {
    expect(passwordFault(password, 'alice.smith')).toBeNull();
  });

  it('accepts a name with parts that are too short to matter, and one of signs alone', () => {
    expect([passwordFault('Kx9!fqT2wZp0', 'k.x.9'), passwordFault('Kx9!fqT2wZp0', '..')]).toEqual([null, null]);
  });
});
