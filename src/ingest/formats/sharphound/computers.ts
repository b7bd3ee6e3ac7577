import { Kind } from '../../../graph/kinds/kind-catalogue.js';
import { NOBODY, type Statements } from '../../../graph/statements.js';
import { noBits, propertyBits } from '../../../graph/writer/batch/property-bits.js';
import type { Fields } from '../../records/fields.js';
import { mention, mentionTyped } from './ad-node.js';
import { adConverter, type AdObject } from './ad-object.js';
import { computerProperties } from './computer-properties.js';
import { stateFormerLocalGroups, stateLocalGroups } from './local-groups.js';
import { mentionDomain, statePeers, statePrincipal, stateTicketCoercion } from './principals.js';
import { Method, stateWhole } from './whole-lists.js';

export const convertComputer = adConverter({
  kind: 'Computer',
  properties: (record, bag) => ({
    ...(hasRemoteLogonRights(record) && { hasura: true }),
    ...computerProperties(record, bag),
  }),
  edges(computer) {
    const { record, into, node } = computer;
    statePrincipal(computer);
    stateDelegation(computer);
    stateSessions(record, into);
    stateLocalGroups(record, into, node);
    stateFormerLocalGroups(record, into, node);
    stateUserRights(computer);
  },
});

function stateDelegation(computer: AdObject): void {
  const { record, into, objectid, number } = computer;
  statePeers(computer, 'AllowedToAct', Kind.AllowedToAct);
  statePeers(computer, 'DumpSMSAPassword', Kind.DumpSMSAPassword);
  if (!record.flag('IsDC')) {
    stateTicketCoercion(computer);
    return;
  }
  const domain = mentionDomain(computer);
  if (domain === NOBODY) return;
  into.edge(number, Kind.DCFor, domain);
  stateWhole(computer, objectid, Method.Any, Kind.DCFor);
}

/** A record of a file of sessions. Collectors cannot resolve every user and computer, so a missing one is no fault. */
export function convertSession(record: Fields, into: Statements): void {
  const logontype = record.integer('LogonType');
  stateSession(record, into, logontype === null ? noBits : propertyBits({ logontype }));
}

function stateSessions(computer: Fields, into: Statements): void {
  for (const field of ['Sessions', 'PrivilegedSessions', 'RegistrySessions'])
    computer.answer(field)?.each('Results', (found) => stateSession(found, into));
}

function stateSession(fields: Fields, into: Statements, bits = noBits): void {
  const [computerId, userId] = [fields.id('ComputerSID'), fields.id('UserSID')];
  if (computerId === null || userId === null) return;
  const computer = mention(into, computerId, 'Computer');
  into.edge(computer, Kind.HasSession, mention(into, userId, 'User'), bits);
}

const REMOTE_LOGON = 'SeRemoteInteractiveLogonRight';

const kindsByPrivilege: ReadonlyMap<string, number> = new Map([
  [REMOTE_LOGON, Kind.RemoteInteractiveLogonRight],
  ['SeBackupPrivilege', Kind.BackupPrivilege],
  ['SeRestorePrivilege', Kind.RestorePrivilege],
]);

function stateUserRights({ record, into, objectid, number }: AdObject): void {
  for (const right of collectedRights(record)) {
    const kind = kindsByPrivilege.get(right.text('Privilege') ?? '');
    if (kind === undefined) continue;
    const faults = right.faultCount;
    const isGiven = right.each('Results', (holder) => into.edge(mentionTyped(into, holder), kind, number));
    if (isGiven && right.faultCount === faults) into.whole(objectid, kind);
  }
}

/** If the holders of this right are known, membership in Remote Desktop Users is not sufficient to log on. */
function hasRemoteLogonRights(record: Fields): boolean {
  return collectedRights(record).some(
    (right) => right.text('Privilege') === REMOTE_LOGON && right.list('Results').length > 0,
  );
}

function collectedRights(record: Fields): Fields[] {
  return record.list('UserRights').filter((right) => right.flag('Collected'));
}
