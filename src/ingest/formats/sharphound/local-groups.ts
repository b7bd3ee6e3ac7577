import { Kind } from '../../../graph/kinds/kind-catalogue.js';
import { isPartOf, type KnownEndpoint } from '../../../graph/records.js';
import { NOBODY, type Statements } from '../../../graph/statements.js';
import type { Fields } from '../../records/fields.js';
import { adNode, mentionTyped, typedPrincipal } from './ad-node.js';
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
export function stateLocalGroups(record: Fields, into: Statements, computer: KnownEndpoint): void {
  const faults = record.faultCount;
  let [count, areCollected] = [0, true];
  record.each('LocalGroups', (group) => {
    const node = adNode(group.id('ObjectIdentifier'), 'ADLocalGroup');
    const isCollected = (node !== null || areCollected) && group.flag('Collected') === true;
    if (node && isCollected) {
      stateMemberList(into, node, group, computer, () => stateLocalGroup(into, node, group, computer));
    }
    count++;
    areCollected &&= isCollected;
  });
  if (count > 0 && areCollected && record.faultCount === faults) into.whole(computer.objectid, Kind.LocalToComputer);
}

/**
 * States the members of a group by `Results`, as a whole list unless they have a fault. A group of the domain has no whole list: its
 * controllers share it, and the records of all of them list its members.
 */
function stateMemberList(
  into: Statements,
  { objectid }: KnownEndpoint,
  result: Fields,
  computer: KnownEndpoint,
  state: () => void,
): void {
  const isWhole = isPartOf(objectid, computer.objectid) && isList(result.value('Results'));
  const faults = result.faultCount;
  state();
  if (isWhole && result.faultCount === faults) into.whole(objectid, Kind.MemberOfLocalGroup);
}

function stateLocalGroup(into: Statements, node: KnownEndpoint, group: Fields, computer: KnownEndpoint): void {
  const { objectid, kinds } = node;
  const name = group.text('Name') ?? '';
  const state = () => {
    if (name === '' || name === UNNAMED) into.supplement(objectid, kinds, {});
    else into.describe(objectid, kinds, { name: name.toUpperCase() });
    return stateGroup(into, node, computer);
  };
  const kept = name.toUpperCase().startsWith(KEPT_WHEN_EMPTY) ? state() : NOBODY;
  const number = stateMembers(into, group, 'Results', kept, state);
  if (number !== NOBODY) stateLocalAccounts(group, into);
}

/** States a group of a computer. @returns its number */
function stateGroup(into: Statements, group: KnownEndpoint, computer: KnownEndpoint): number {
  const number = into.mention(group.objectid, group.kinds);
  into.edge(number, Kind.LocalToComputer, into.mention(computer.objectid, computer.kinds));
  return number;
}

/**
 * States the members of a group.
 * @param known the group, or {@link NOBODY} if it is stated for a first member only
 * @returns the group
 */
function stateMembers(into: Statements, result: Fields, list: string, known: number, state: () => number): number {
  let group = known;
  result.each(list, (member) => {
    if (group === NOBODY) group = state();
    into.edge(mentionTyped(into, member), Kind.MemberOfLocalGroup, group);
  });
  return group;
}

/** Accounts of the computer. The collector knows their names but not their kinds. */
function stateLocalAccounts(result: Fields, into: Statements): void {
  result.each('LocalNames', (account) => {
    const node = adNode(account.id('ObjectIdentifier'));
    const name = account.text('PrincipalName');
    if (node && name) into.supplement(node.objectid, node.kinds, { name: name.toUpperCase() });
  });
}

/** Older collectors write one list for each of four groups instead of `LocalGroups`. */
export function stateFormerLocalGroups(record: Fields, into: Statements, computer: KnownEndpoint): void {
  for (const [list, rid] of memberLists) {
    const result = record.answer(list);
    const group = impliedGroup(computer, rid);
    if (group && result) {
      stateMemberList(into, group, result, computer, () =>
        stateMembers(into, result, 'Results', NOBODY, () => stateGroup(into, group, computer)),
      );
    }
  }
}

/** Members that group policies add to the local groups of the computers in a domain or an organisational unit. */
export function statePolicyChanges(record: Fields, into: Statements): void {
  const changes = record.object('GPOChanges');
  if (!changes) return;
  for (const computer of changes.list('AffectedComputers').flatMap((affected) => typedPrincipal(affected) ?? [])) {
    for (const [list, rid] of memberLists) {
      const group = impliedGroup(computer, rid);
      if (group) stateMembers(into, changes, list, NOBODY, () => stateGroup(into, group, computer));
    }
  }
}

function impliedGroup(computer: KnownEndpoint, rid: string): KnownEndpoint | null {
  return adNode(`${computer.objectid}-${rid}`, 'ADLocalGroup');
}
