import { describe, expect, it } from '@jest/globals';
import { firstForeignKind, Kind } from './kind-catalogue.js';
import { kindDefinitions } from './kind-definitions.js';

describe('the catalogue of kinds', () => {
  it('gives every kind a number of its own, below those of foreign kinds', () => {
    const ids = kindDefinitions.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(Math.max(...ids)).toBeLessThan(firstForeignKind);
  });

  it.each([
    ['Base', { carrier: true, acl: false, traversable: false }],
    ['User', { carrier: false, acl: false, traversable: false }],
    ['MemberOf', { carrier: false, acl: false, traversable: true }],
    ['GenericAll', { carrier: false, acl: true, traversable: true }],
    ['GetChanges', { carrier: false, acl: true, traversable: false }],
    ['AZGlobalAdmin', { carrier: false, acl: false, traversable: true }],
    ['AZMGGroup_ReadWrite_All', { carrier: false, acl: false, traversable: false }],
  ] as const)('knows what %s stands for', (name, traits) => {
    expect(kindDefinitions).toContainEqual({ id: Kind[name], name, ...traits });
  });
});
