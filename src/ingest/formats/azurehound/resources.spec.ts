import { describe, expect, it } from '@jest/globals';
import { convert, inTenant } from './azure-record.fixture.js';

describe('resources', () => {
  it.each([
    'AZVM',
    'AZVMScaleSet',
    'AZFunctionApp',
    'AZWebApp',
    'AZLogicApp',
    'AZAutomationAccount',
    'AZContainerRegistry',
    'AZStorageAccount',
  ])('%s lies in a group and acts as service principals', (kind) => {
    const { nodes, edges, faults } = convert(kind, {
      id: '/s/g/x1',
      name: 'x1',
      tenantId: 't1',
      resourceGroupId: '/s/g',
      identity: {
        principalId: 'p1',
        userAssignedIdentities: {
          '/i/1': { clientId: 'c1', principalId: 'p2' },
          '/i/2': { principalId: 'p3' },
          '/i/3': {},
        },
      },
    });
    const self = `/S/G/X1:${kind}+AZBase`;
    expect(nodes).toHaveLength(1);
    expect(nodes[0]).toMatchObject({ properties: { name: 'X1', tenantid: 'T1' }, described: true });
    expect(edges).toEqual([
      `/S/G:AZResourceGroup+AZBase -AZContains-> ${self}`,
      `${self} -AZManagedIdentity-> P1:AZServicePrincipal+AZBase`,
      `${self} -AZManagedIdentity-> P2:AZServicePrincipal+AZBase`,
    ]);
    expect(faults).toEqual([]);
  });

  it('storage containers are in their account', () => {
    const { nodes, edges } = convert('AZStorageContainer', {
      id: '/s/g/a1/blobServices/default/containers/c1',
      name: 'c1',
      tenantId: 't1',
      storageAccountId: '/s/g/a1',
      resourceGroupId: '/s/g',
      properties: { publicAccess: 'Blob' },
    });
    expect(nodes[0]).toMatchObject({ properties: { name: 'C1', tenantid: 'T1', publicaccess: 'Blob' } });
    expect(edges).toEqual([
      '/S/G/A1:AZStorageAccount+AZBase -AZContains-> /S/G/A1/BLOBSERVICES/DEFAULT/CONTAINERS/C1:AZStorageContainer+AZBase',
    ]);
  });

  it('subscriptions are known by their path, however it is written', () => {
    const key = '/SUBSCRIPTIONS/B1:AZSubscription+AZBase';
    expect(convert('AZSubscription', { id: '/subscriptions/b1', tenantId: 't1' }).edges).toEqual([inTenant(key)]);
    expect(convert('AZSubscription', { subscriptionId: 'b1', tenantId: 't1' }).edges).toEqual([inTenant(key)]);
    for (const subscriptionId of ['b1', '/subscriptions/b1', '/subscriptions/b1/']) {
      expect(convert('AZResourceGroup', { id: '/subscriptions/b1/g', subscriptionId }).edges).toEqual([
        `${key} -AZContains-> /SUBSCRIPTIONS/B1/G:AZResourceGroup+AZBase`,
      ]);
      const cluster = { id: 'k1', subscriptionId, properties: { nodeResourceGroup: 'mc' } };
      expect(convert('AZManagedCluster', cluster).edges).toEqual([
        'K1:AZManagedCluster+AZBase -AZNodeResourceGroup-> /SUBSCRIPTIONS/B1/RESOURCEGROUPS/MC:AZResourceGroup+AZBase',
      ]);
    }
  });
});
