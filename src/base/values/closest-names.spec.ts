import { describe, expect, it } from '@jest/globals';
import { closestNames } from './closest-names.js';

describe('closestNames', () => {
  const names = ['User', 'AZUser', 'Group', 'Computer', 'MemberOf', 'Groups2'];

  it.each([
    ['Usr', ['User']],
    ['computers', ['Computer']],
    ['memberof', ['MemberOf']],
    ['Groups', ['Group', 'Groups2']],
    ['AZGroup', ['Group']],
    ['', ['User']],
  ])('returns the closest names to %j, which are %j', (given, closest) => {
    expect(closestNames(given, names, 2)).toEqual(closest);
  });
});
