import { describe, expect, it } from '@jest/globals';
import type { JsonObject, JsonValue } from '../../records/json-value.js';
import { convert, inTenant, tenant } from './azure-record.fixture.js';

const propertiesOfRole = (role: JsonObject) => convert('AZRole', { ...tenant, id: 'r1', ...role }).nodes[0]?.properties;

const unit = (members: JsonValue) =>
  convert('AZAdministrativeUnit', {
    ...tenant,
    id: 'x',
    displayName: 'Berlin',
    isMemberManagementRestricted: true,
    members,
  });

describe('objects of the directory', () => {
  it('a tenant is known by its id, and marked as collected only where it was', () => {
    expect(convert('AZTenant', { id: '/tenants/t1', tenantId: 't1', displayName: 'Birch' })).toEqual({
      nodes: [
        {
          objectid: 'T1',
          kinds: ['AZTenant', 'AZBase'],
          properties: { name: 'BIRCH', displayname: 'Birch', tenantid: 'T1' },
          described: true,
        },
      ],
      edges: [],
      faults: [],
    });
  });

  it('a user without the fields that collectors leave out is disabled and not synchronised', () => {
    expect(convert('AZUser', { ...tenant, id: 'u1', createdDateTime: '0001-01-01T00:00:00Z' })).toMatchObject({
      nodes: [{ objectid: 'U1', properties: { tenantid: 'T1', enabled: false, onpremsyncenabled: false } }],
      edges: [inTenant('U1:AZUser+AZBase')],
    });
  });

  it('times and the template of a role are stored as written', () => {
    const times = { createdDateTime: '2024-02-03T04:05:06Z', lastPasswordChangeDateTime: '2025-02-03T04:05:06Z' };
    const signInActivity = { lastSuccessfulSignInDateTime: '2026-02-03T04:05:06Z', lastSignInDateTime: 'x' };
    expect(convert('AZUser', { ...tenant, id: 'u1', ...times, signInActivity }).nodes[0]?.properties).toEqual({
      tenantid: 'T1',
      enabled: false,
      onpremsyncenabled: false,
      whencreated: '2024-02-03T04:05:06Z',
      pwdlastset: '2025-02-03T04:05:06Z',
      lastsuccessfulsignindatetime: '2026-02-03T04:05:06Z',
    });
    expect(convert('AZRole', { ...tenant, id: 'r1', templateId: 'aBc' })).toMatchObject({
      nodes: [{ objectid: 'R1@T1', properties: { templateid: 'aBc' } }],
    });
  });

  it.each([
    ['AZGroup', { id: 'x1', displayName: 'Ops' }, 'OPS@BIRCH'],
    ['AZServicePrincipal', { id: 'x1', displayName: 'Ops' }, 'OPS@BIRCH'],
    ['AZDevice', { id: 'x1', displayName: 'Ops' }, 'OPS@BIRCH'],
    ['AZApp', { appId: 'x1', displayName: 'Ops', publisherDomain: 'b.example' }, 'OPS@B.EXAMPLE'],
    ['AZApp', { appId: 'x1', displayName: 'Ops' }, 'OPS'],
    ['AZManagementGroup', { id: 'x1', properties: { displayName: 'Root' } }, 'ROOT@BIRCH'],
  ])('%s is named by display name and place', (kind, data, name) => {
    expect(convert(kind, { ...tenant, ...data })).toMatchObject({
      nodes: [{ objectid: 'X1', kinds: [kind, 'AZBase'], properties: { name } }],
      edges: [inTenant(`X1:${kind}+AZBase`)],
      faults: [],
    });
  });

  it('a service principal runs an app of which it tells the name', () => {
    const { nodes, edges } = convert('AZServicePrincipal', {
      ...tenant,
      id: 's1',
      appId: 'a1',
      appDisplayName: 'Pay',
      appOwnerOrganizationId: 't2',
    });
    expect(nodes[1]).toEqual({
      objectid: 'A1',
      kinds: ['AZApp', 'AZBase'],
      properties: { displayname: 'Pay', tenantid: 'T2' },
      described: false,
    });
    expect(edges).toEqual([
      inTenant('S1:AZServicePrincipal+AZBase'),
      'A1:AZApp+AZBase -AZRunsAs-> S1:AZServicePrincipal+AZBase',
    ]);
  });

  it('a role is known within its tenant', () => {
    expect(convert('AZRole', { ...tenant, id: 'r1', displayName: 'Reader' }).nodes[0]?.objectid).toBe('R1@T1');
    expect(convert('AZRole', { id: 'r1' })).toEqual({
      nodes: [],
      edges: [],
      faults: ['id: is missing or empty; the record is left out'],
    });
  });

  it('a custom role says what it allows, a built-in role does not', () => {
    const rolePermissions = [{ allowedResourceActions: ['a', 'b'] }, { allowedResourceActions: ['c'] }];
    expect(propertiesOfRole({ rolePermissions })).toEqual(
      expect.objectContaining({ allowedresourceactions: ['a', 'b', 'c'] }),
    );
    expect(propertiesOfRole({ isBuiltIn: true, rolePermissions })).not.toHaveProperty('allowedresourceactions');
    expect(propertiesOfRole({})).not.toHaveProperty('allowedresourceactions');
  });

  it('an administrative unit has members, and says whether its list is whole', () => {
    const members: JsonObject[] = [{ id: 'u1', '@odata.type': '#microsoft.graph.user' }, { id: 'd1' }];
    const properties = {
      name: 'BERLIN@BIRCH',
      displayname: 'Berlin',
      tenantid: 'T1',
      ismembermanagementrestricted: true,
    };
    expect(unit(members)).toEqual({
      nodes: [
        {
          objectid: 'X',
          kinds: ['AZAdministrativeUnit', 'AZBase'],
          properties: { ...properties, memberscollected: true },
          described: true,
        },
      ],
      edges: [
        inTenant('X:AZAdministrativeUnit+AZBase'),
        'X:AZAdministrativeUnit+AZBase -AZUnitMember-> U1:AZUser+AZBase',
        'X:AZAdministrativeUnit+AZBase -AZUnitMember-> D1:AZBase',
      ],
      faults: [],
    });
    expect(unit([]).nodes[0]?.properties).toEqual({ ...properties, memberscollected: true });
    expect(unit(null).nodes[0]?.properties).toEqual(properties);
    expect(unit([{}])).toMatchObject({
      nodes: [{ properties: { ...properties, memberscollected: false } }],
      faults: ['members[0].id: is missing or empty; what has no id in this list is left out'],
    });
  });

  it('a federated credential signs in as its app', () => {
    const fic = { id: 'f1', name: 'ci', issuer: 'https://ci.example', subject: 'repo', audiences: ['api://x'] };
    expect(convert('AZFederatedIdentityCredential', { appId: 'a1', fics: [{ fic, appId: 'a1' }] })).toEqual({
      nodes: [
        {
          objectid: 'F1',
          kinds: ['AZFederatedIdentityCredential', 'AZBase'],
          properties: { name: 'CI', issuer: 'https://ci.example', subject: 'repo', audiences: ['api://x'] },
          described: true,
        },
      ],
      edges: ['F1:AZFederatedIdentityCredential+AZBase -AZAuthenticatesTo-> A1:AZApp+AZBase'],
      faults: [],
    });
  });
});
