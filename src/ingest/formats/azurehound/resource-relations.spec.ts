import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '../../records/json-value.js';
import { convert } from './azure-record.fixture.js';

const descendant = (type: string) =>
  convert('AZManagementGroupDescendant', { id: '/x/1', type, properties: { parent: { id: '/m/root' } } }).edges;

const policy = (permissions: JsonObject) =>
  convert('AZKeyVaultAccessPolicy', { objectId: 'u1', keyVaultId: 'v1', permissions }).edges;

describe('relations of resources', () => {
  it('management groups contain subscriptions and further groups', () => {
    const parent = '/M/ROOT:AZManagementGroup+AZBase';
    expect(descendant('/subscriptions')).toEqual([`${parent} -AZContains-> /X/1:AZSubscription+AZBase`]);
    expect(descendant('Microsoft.Management/managementGroups')).toEqual([
      `${parent} -AZContains-> /X/1:AZManagementGroup+AZBase`,
    ]);
    expect(descendant('other')).toEqual([`${parent} -AZContains-> /X/1:AZBase`]);
    expect(convert('AZManagementGroupDescendant', { id: '/x/1', properties: {} }).edges).toEqual([]);
  });

  it('access policies of a vault give what they list, or all', () => {
    expect(policy({ keys: ['GET'], certificates: ['All'], secrets: ['list'], storage: ['get'] })).toEqual([
      'U1:AZBase -AZGetCertificates-> V1:AZKeyVault+AZBase',
      'U1:AZBase -AZGetKeys-> V1:AZKeyVault+AZBase',
    ]);
    expect(convert('AZKeyVaultAccessPolicy', { objectId: 'u1', keyVaultId: 'v1' }).edges).toEqual([]);
  });
});
