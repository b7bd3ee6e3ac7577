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
  eachSession(record, (found) => stateSession(found, into));
}

function eachSession(record: Fields, visit: (found: Fields) => void): void {
  for (const field of ['Sessions', 'PrivilegedSessions', 'RegistrySessions'])
    record.answer(field)?.each('Results', visit);
}

function stateSession(fields: Fields, into: Statements, bits = noBits): void {
  const [computer, user] = [adNode(fields.id('ComputerSID'), 'Computer'), adNode(fields.id('UserSID'), 'User')];
  if (!computer || !user) return;
  // Also if the user is looked up: the edge waits for a user, not for the computer.
  const number = mention(into, computer);
  if (!isName(user.objectid)) {
    into.edge(number, Kind.HasSession, mention(into, user), bits);
    return;
  }
  const named = { match: [{ key: 'name', value: user.objectid }], kind: 'User', waits: true };
  into.link(computer, 'HasSession', named, { ...bits.details });
}

/** Whether a collector that could not resolve a user gives its name: ALICE@BIRCH.LOCAL. */
function isName(id: string): boolean {
  return id.includes('@');
}

/** Whether a session of a computer names its user. */
export function hasNamedUsers(record: Fields): boolean {
  let hasNamed = false;
  eachSession(record.withoutReports(), (found) => {
    const user = found.value('UserSID');
    hasNamed ||= typeof user === 'string' && isName(user);
  });
  return hasNamed;
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

/**
 * If the holders of this right are known, membership in Remote Desktop Users is not sufficient to log on.
 * @returns null if it has none; undefined if it was not collected
 */
export function hasRemoteLogonRights(record: Fields): true | null | undefined {
  const rights = collectedRights(record).filter((right) => right.text('Privilege') === REMOTE_LOGON);
  if (rights.length === 0) return undefined;
  return rights.some((right) => right.list('Results').length > 0) || null;
}

function collectedRights(record: Fields): Fields[] {
  return record.list('UserRights').filter((right) => right.flag('Collected'));
}
