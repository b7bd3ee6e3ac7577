import type { TypedPrincipal } from '../directory/principals.js';
import type { Directory } from '../directory/directory.js';
import { LOCAL_GROUPS } from '../directory/local-rights.js';
import type { Machine } from '../directory/machines.js';
import { collected, notCollected, type LocalGroup } from './records.js';

/** Local groups of a domain controller are those of the domain itself, which are named elsewhere. */
const NAMED_ELSEWHERE = 'IGNOREME';

/** `LocalGroups` of a computer: the administrators always, the others where the collector could ask. */
export function localGroupsOf(directory: Directory, machine: Machine): readonly LocalGroup[] {
  const { plan, localRights } = directory;
  const hostName = `${machine.host}.${plan.domain.name}`;
  const isController = machine.role === 'domain-controller';
  const isSilent = !isController && plan.random('silent', machine.index).chance(0.05);
  return LOCAL_GROUPS.map(({ rid, name }) => {
    const content = {
      ObjectIdentifier: isController ? plan.wellKnownSid(`S-1-5-32-${rid}`) : `${machine.sid}-${rid}`,
      Name: isController ? NAMED_ELSEWHERE : `${name}@${hostName}`,
      Results: localRights.membersOf(machine, rid),
      LocalNames: rid === 544 && !isController ? [localAdministrator(machine, hostName)] : [],
    };
    const isRefused = isSilent && rid !== 544;
    return isRefused ? notCollected({ ...content, Results: [] }, 'ErrorAccessDenied') : collected(content);
  });
}

function localAdministrator({ sid }: Machine, hostName: string) {
  return { ObjectIdentifier: `${sid}-500`, PrincipalName: `ADMINISTRATOR@${hostName}` };
}

/** `UserRights` of a computer: who may sign in by remote desktop; asked of servers and domain controllers only. */
export function userRightsOf(directory: Directory, machine: Machine): readonly object[] {
  if (machine.role === 'workstation') return [];
  const content = { Privilege: 'SeRemoteInteractiveLogonRight', LocalNames: [] };
  if (machine.role === 'domain-controller') {
    const administrators = directory.plan.wellKnownSid('S-1-5-32-544');
    return [collected({ ...content, Results: [{ ObjectIdentifier: administrators, ObjectType: 'Group' }] })];
  }
  const Results: readonly TypedPrincipal[] = [544, 555].map((rid) => ({
    ObjectIdentifier: `${machine.sid}-${rid}`,
    ObjectType: 'LocalGroup',
  }));
  return [collected({ ...content, Results })];
}
