import { describe, expect, it } from '@jest/globals';
import { convert } from './azure-record.fixture.js';

const object = (type: string, id: string) => ({ '@odata.type': `#microsoft.graph.${type}`, id });

describe('relations of the directory', () => {
  it.each([
    ['AZGroupMember', 'members', 'member', 'groupId', '-AZMemberOf-> X1:AZGroup+AZBase'],
    ['AZGroupOwner', 'owners', 'owner', 'groupId', '-AZOwnsRaw-> X1:AZGroup+AZBase'],
    ['AZAppOwner', 'owners', 'owner', 'appId', '-AZOwns-> X1:AZApp+AZBase'],
    ['AZServicePrincipalOwner', 'owners', 'owner', 'servicePrincipalId', '-AZOwnsRaw-> X1:AZServicePrincipal+AZBase'],
    ['AZDeviceOwner', 'owners', 'owner', 'deviceId', '-AZOwnsRaw-> X1:AZDevice+AZBase'],
  ])('%s relates every known type of object', (kind, list, item, idField, end) => {
    const objects = [
      object('user', 'u1'),
      object('group', 'g1'),
      object('servicePrincipal', 's1'),
      object('device', 'd1'),
    ];
    const entries = [...objects, object('orgContact', 'o1'), null].map((value) => ({ [item]: value, [idField]: 'x1' }));
    expect(convert(kind, { [list]: entries, [idField]: 'x1' })).toEqual({
      nodes: [],
      edges: [
        `U1:AZUser+AZBase ${end}`,
        `G1:AZGroup+AZBase ${end}`,
        `S1:AZServicePrincipal+AZBase ${end}`,
        `D1:AZDevice+AZBase ${end}`,
      ],
      faults: [],
    });
  });

  it('ends at the app that the record names, not at the object id in its entries', () => {
    const owners = [{ owner: object('user', 'u1'), appId: 'object-id-of-app-1' }];
    expect(convert('AZAppOwner', { owners, appId: 'app-1' }).edges).toEqual([
      'U1:AZUser+AZBase -AZOwns-> APP-1:AZApp+AZBase',
    ]);
  });

  it('ends at the node that the entries name if the record names none', () => {
    const owners = [{ owner: object('user', 'u1'), groupId: 'g1' }];
    expect(convert('AZGroupOwner', { owners }).edges).toEqual(['U1:AZUser+AZBase -AZOwnsRaw-> G1:AZGroup+AZBase']);
  });
});
