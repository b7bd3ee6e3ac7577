import { describe, expect, it } from '@jest/globals';
import { count, numberFrom } from './number-option.js';

describe('an option that takes a number', () => {
  it('gives it', () => {
    expect(['0', '0.25', '1', '1.0'].map(numberFrom(0, 1))).toEqual([0, 0.25, 1, 1]);
    expect(count('12')).toBe(12);
  });

  it.each(['', 'x', '-1', '1.1', '1e0', '0x1', ' 1', 'Infinity'])('refuses "%s"', (text) => {
    expect(() => numberFrom(0, 1)(text)).toThrow('It takes a number from 0 to 1.');
  });

  it('refuses parts where whole numbers count', () => {
    expect(() => count('1.5')).toThrow('It takes a whole number from 1 on.');
    expect(() => count('0')).toThrow('It takes a whole number from 1 on.');
  });
});
