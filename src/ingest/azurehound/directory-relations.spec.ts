import { describe, expect, it } from '@jest/globals';
import { convert } from './azure-record.fixture.js';

const object = (type: string, id: string) => ({ '@odata.type': `#microsoft.graph.${type}`, id });

describe('relations of the directory', () => {
  it.each([
    ['AZGroupMember', 'members', 'member', 'groupId', '-AZMemberOf-> X1:AZGroup+AZBase'],
    ['AZGroupOwner', 'owners', 'owner', 'groupId', '-AZOwns-> X1:AZGroup+AZBase'],
    ['AZAppOwner', 'owners', 'owner', 'appId', '-AZOwns-> X1:AZApp+AZBase'],
    ['AZServicePrincipalOwner', 'owners', 'owner', 'servicePrincipalId', '-AZOwns-> X1:AZServicePrincipal+AZBase'],
    ['AZDeviceOwner', 'owners', 'owner', 'deviceId', '-AZOwns-> X1:AZDevice+AZBase'],
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
});
