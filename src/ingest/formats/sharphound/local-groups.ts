import { isPartOf, type KnownEndpoint, type RecordPart, type WholeListRecord } from '../../../graph/records.js';
import type { Fields } from '../../records/fields.js';
import { described, link, mentioned, wholeUnlessFaulty } from '../../records/record-parts.js';
import { adNode, typedPrincipal } from './ad-node.js';
import { isList } from '../../records/json-value.js';

/** The name of a group of the domain, which its controllers share. Its real name is in another record. */
const UNNAMED = 'IGNOREME';
/** This group exists on Citrix hosts only, and controls there remote desktop, even if it is empty. */
const KEPT_WHEN_EMPTY = 'DIRECT ACCESS USERS';

/** Member lists of older computer records and of policy changes, with the last part of the id of the group. */
const memberLists = [
  ['LocalAdmins', '544'],
  ['BackupOperators', '551'],
  ['RemoteDesktopUsers', '555'],
  ['DcomUsers', '562'],
  ['PSRemoteUsers', '580'],
] as const;

/** The groups of a computer are a whole list if all were collected. */
export function* localGroups(record: Fields, computer: KnownEndpoint): Generator<RecordPart> {
  const faults = record.faultCount;
  const groups = record.list('LocalGroups');
  for (const group of groups) {
    const node = adNode(group.id('ObjectIdentifier'), 'ADLocalGroup');
    if (node && group.flag('Collected')) {
      yield* wholeUnlessFaulty(group, memberList(node, group, computer), () => localGroup(node, group, computer));
    }
  }
  if (groups.length > 0 && groups.every((group) => group.flag('Collected')) && record.faultCount === faults) {
    yield { objectid: computer.objectid, list: { of: 'incoming', kind: 'LocalToComputer' } };
  }
}

/** None for a group of the domain: its controllers share it, and the records of all of them list its members. */
function memberList(node: KnownEndpoint, result: Fields, computer: KnownEndpoint): readonly WholeListRecord[] {
  return isPartOf(node.objectid, computer.objectid) && isList(result.value('Results'))
    ? [{ objectid: node.objectid, list: { of: 'incoming', kind: 'MemberOfLocalGroup' } }]
    : [];
}

function* localGroup(node: KnownEndpoint, group: Fields, computer: KnownEndpoint): Generator<RecordPart> {
  const name = group.text('Name') ?? '';
  const members = group.list('Results');
  if (members.length > 0 || name.toUpperCase().startsWith(KEPT_WHEN_EMPTY)) {
    yield name === '' || name === UNNAMED ? mentioned(node) : described(node, { name: name.toUpperCase() });
    yield* membersOf(node, members, computer);
    yield* localAccounts(group);
  }
}

function* membersOf(group: KnownEndpoint, members: readonly Fields[], computer: KnownEndpoint): Generator<RecordPart> {
  yield* link(group, 'LocalToComputer', computer);
  for (const member of members) {
    yield* link(typedPrincipal(member), 'MemberOfLocalGroup', group);
  }
}

/** Accounts of the computer. The collector knows their names but not their kinds. */
function* localAccounts(result: Fields): Generator<RecordPart> {
  for (const account of result.list('LocalNames')) {
    const node = adNode(account.id('ObjectIdentifier'));
    const name = account.text('PrincipalName');
    if (node && name) {
      yield mentioned(node, { name: name.toUpperCase() });
    }
  }
}

/** Older collectors write one list for each of four groups instead of `LocalGroups`. */
export function* formerLocalGroups(record: Fields, computer: KnownEndpoint): Generator<RecordPart> {
  for (const [list, rid] of memberLists) {
    const result = record.object(list);
    const group = impliedGroup(computer, rid);
    if (group && result?.flag('Collected')) {
      yield* wholeUnlessFaulty(result, memberList(group, result, computer), () =>
        impliedMembers(group, result, 'Results', computer),
      );
    }
  }
}

/** Members that group policies add to the local groups of the computers in a domain or an organisational unit. */
export function* policyChanges(record: Fields): Generator<RecordPart> {
  const changes = record.object('GPOChanges');
  if (!changes) {
    return;
  }
  for (const computer of changes.list('AffectedComputers').flatMap((affected) => typedPrincipal(affected) ?? [])) {
    for (const [list, rid] of memberLists) {
      const group = impliedGroup(computer, rid);
      yield* group ? impliedMembers(group, changes, list, computer) : [];
    }
  }
}

function impliedGroup(computer: KnownEndpoint, rid: string): KnownEndpoint | null {
  return adNode(`${computer.objectid}-${rid}`, 'ADLocalGroup');
}

function* impliedMembers(
  group: KnownEndpoint,
  result: Fields,
  list: string,
  computer: KnownEndpoint,
): Generator<RecordPart> {
  const members = result.list(list);
  if (members.length > 0) {
    yield* membersOf(group, members, computer);
  }
}
