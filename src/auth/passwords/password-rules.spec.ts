import { describe, expect, it } from '@jest/globals';
import { dictionary } from '@zxcvbn-ts/language-common';
import { passwordFault, passwordLength } from './password-rules.js';

const advice = 'choose several words that do not belong together';
const common = `is a common password, or one with small changes; ${advice}`;
const pattern = `is a simple pattern, such as aaaa, 1234 or qwerty; ${advice}`;
const ofName = `is made of the name or the e-mail address of the account; ${advice}`;
const guessedFirst = `is made of words that are guessed first, such as graphward or summer; ${advice}`;
const owner = { name: 'alice.smith', email: 'a.lidell@wonder.example' };

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
    ['a.lidell@wonder.example', ofName],
    ['Wonder-Lidell-2026', ofName],
    ['Graphward2026!', guessedFirst],
    ['graphward1234', guessedFirst],
    ['Gr4phw4rd2026!', guessedFirst],
    ['BloodHound2026!', guessedFirst],
    ['Summer2026!!!', guessedFirst],
    ['September-2026', guessedFirst],
    ['пароль123456', guessedFirst],
    ['йцукенгшщзхъ', guessedFirst],
    ['ｐａｓｓｗｏｒｄ１２３４', common],
    ['password2026!!', common],
    ['Danielle2026!', common],
    ['Banshee2026!', common],
    ['1234562026!!', common],
    ['01011980@1234', common],
    ['!2026!buffalo!', common],
    ['yomamayomama', common],
  ])('refuses %s: it %s', (password, fault) => {
    expect(passwordFault(password, owner)).toBe(fault);
  });

  it.each([
    'correct horse battery',
    'nine quiet harbours',
    'a summer of nine quiet harbours',
    'девять тихих гаваней',
    'a password of alice that nobody guesses',
    'Kx9!fqT2wZp0',
    'Kx9!fqT2wZ2026!',
    'buffalo907351846',
    '3f7a9c0e51d2b846',
    'ein langer satz mit zahlen 47',
  ])('accepts %s', (password) => {
    expect(passwordFault(password, owner)).toBeNull();
  });

  it('accepts words and signs without end', () => {
    const signs = 'Zwölf 猫 tanzen 🦊 am Fluß: ñandú, žluťoučký kůň! '.repeat(20).slice(0, passwordLength.max);
    expect([64, 128, signs.length].map((length) => passwordFault(signs.slice(0, length), owner))).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('refuses each of the common breached passwords of its list that are long enough', () => {
    const long = dictionary['passwords-common'].map(String).filter((it) => it.length >= passwordLength.min);
    expect(long).toHaveLength(308);
    expect(long.filter((it) => passwordFault(it, owner) === null)).toEqual([]);
  });

  it('refuses the most common passwords with the endings that make them long enough', () => {
    const words = dictionary['passwords-common'].map(String).slice(0, 3000);
    const endings = ['123456', '2026!!', '@1234', '!!!!!!', '654321', 'qwerty', 'abc123'];
    const long = words
      .map((word, index) => [word, endings[(index / 30) % endings.length]].join(''))
      .filter((it, index) => index % 30 === 0 && it.length >= passwordLength.min);
    expect(long).toHaveLength(83);
    expect(long.filter((it) => passwordFault(it, owner) === null)).toEqual([]);
  });

  it('accepts a name whose parts are too short, and a name of signs alone', () => {
    expect(['k.x.9', '..'].map((name) => passwordFault('Kx9!fqT2wZp0', { name, email: null }))).toEqual([null, null]);
  });
});
