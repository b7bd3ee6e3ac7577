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
  ])('of %j are %j', (given, closest) => {
    expect(closestNames(given, names, 2)).toEqual(closest);
  });
});
