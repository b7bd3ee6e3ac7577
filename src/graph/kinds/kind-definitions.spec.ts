import { describe, expect, it } from '@jest/globals';
import { firstForeignKind, Kind } from './kind-catalogue.js';
import { kindDefinitions } from './kind-definitions.js';

describe('the catalogue of kinds', () => {
  it('gives every kind a number of its own, below the numbers of foreign kinds', () => {
    const ids = kindDefinitions.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(Math.max(...ids)).toBeLessThan(firstForeignKind);
  });

  it.each([
    ['Base', { carrier: true, traversable: false }],
    ['User', { carrier: false, traversable: false }],
    ['MemberOf', { carrier: false, traversable: true }],
    ['GenericAll', { carrier: false, traversable: true }],
    ...(['ManageCA', 'ManageCertificates', 'AZRoleEligible', 'AZRoleApprover'] as const).map(
      (name) => [name, { carrier: false, traversable: true }] as const,
    ),
    ['GetChanges', { carrier: false, traversable: false }],
    ['AZGlobalAdmin', { carrier: false, traversable: true }],
    ['AZMGGroup_ReadWrite_All', { carrier: false, traversable: false }],
  ] as const)('knows what %s stands for', (name, traits) => {
    expect(kindDefinitions).toContainEqual({ id: Kind[name], name, ...traits });
  });
});
