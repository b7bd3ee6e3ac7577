import { Kind } from '../../../graph/kinds/kind-catalogue.js';
import { NOBODY, type Statements } from '../../../graph/statements.js';
import { noBits, propertyBits } from '../../../graph/writer/batch/property-bits.js';
import type { Fields } from '../../records/fields.js';
import { adNode, mention, mentionTyped } from './ad-node.js';
import { type AdObject, Method, stateWhole } from './ad-object.js';
import { mentionDomain, stateTicketCoercion } from './principals.js';

/** A controller has the tickets of its domain; another computer may obtain them. */
export function stateControl(computer: AdObject): void {
  const { record, into, number } = computer;
  if (!record.flag('IsDC')) {
    stateTicketCoercion(computer);
    return;
  }
  const domain = mentionDomain(computer);
  if (domain === NOBODY) return;
  into.edge(number, Kind.DCFor, domain);
  stateWhole(computer, Method.Any, Kind.DCFor);
}

/** A record of a file of sessions. Collectors cannot resolve every user and computer, so a missing one is no fault. */
export function convertSession(record: Fields, into: Statements): void {
  const logontype = record.integer('LogonType');
  stateSession(record, into, logontype === null ? noBits : propertyBits({ logontype }));
}

export function stateSessions({ record, into }: AdObject): void {
  for (const field of ['Sessions', 'PrivilegedSessions', 'RegistrySessions'])
    record.answer(field)?.each('Results', (found) => stateSession(found, into));
}

function stateSession(fields: Fields, into: Statements, bits = noBits): void {
  const [computer, user] = [adNode(fields.id('ComputerSID'), 'Computer'), adNode(fields.id('UserSID'), 'User')];
  if (computer && user) into.edge(mention(into, computer), Kind.HasSession, mention(into, user), bits);
}

const REMOTE_LOGON = 'SeRemoteInteractiveLogonRight';

const kindsByPrivilege: ReadonlyMap<string, number> = new Map([
  [REMOTE_LOGON, Kind.RemoteInteractiveLogonRight],
  ['SeBackupPrivilege', Kind.BackupPrivilege],
  ['SeRestorePrivilege', Kind.RestorePrivilege],
]);

export function stateUserRights({ record, into, objectid, number }: AdObject): void {
  for (const right of collectedRights(record)) {
    const kind = kindsByPrivilege.get(right.text('Privilege') ?? '');
    if (kind === undefined) continue;
    const faults = right.faultCount;
    const isGiven = right.each('Results', (holder) => into.edge(mentionTyped(into, holder), kind, number));
    if (isGiven && right.faultCount === faults) into.whole(objectid, kind);
  }
}

/** If the holders of this right are known, membership in Remote Desktop Users is not sufficient to log on. */
export function hasRemoteLogonRights(record: Fields): boolean {
  return collectedRights(record).some(
    (right) => right.text('Privilege') === REMOTE_LOGON && right.list('Results').length > 0,
  );
}

function collectedRights(record: Fields): Fields[] {
  return record.list('UserRights').filter((right) => right.flag('Collected'));
}
