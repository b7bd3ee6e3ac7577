import { describe, expect, it } from '@jest/globals';
import { count, numberFrom } from './collector-simulate.command.js';

describe('number options', () => {
  it('accept numbers in their range', () => {
    expect(['0', '0.25', '1', '1.0'].map(numberFrom(0, 1))).toEqual([0, 0.25, 1, 1]);
    expect(count('12')).toBe(12);
  });

  it.each(['', 'x', '-1', '1.1', '1e0', '0x1', ' 1', 'Infinity'])('refuse "%s"', (text) => {
    expect(() => numberFrom(0, 1)(text)).toThrow('It must be a number from 0 to 1.');
  });

  it('refuse fractions and zero for a count', () => {
    expect(() => count('1.5')).toThrow('It must be a whole number of at least 1.');
    expect(() => count('0')).toThrow('It must be a whole number of at least 1.');
  });
});
