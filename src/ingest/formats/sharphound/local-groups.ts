import { upperCase } from '../../../base/values/upper-case.js';
import { Kind } from '../../../graph/kinds/kind-catalogue.js';
import { isPartOf, type KnownEndpoint } from '../../../graph/records.js';
import { NOBODY, type Statements } from '../../../graph/statements.js';
import type { Fields } from '../../records/fields.js';
import { adNode, mention, mentionTyped, typedNode } from './ad-node.js';
import type { AdObject } from './ad-object.js';
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

/** A local group of a computer. */
interface LocalGroup {
  readonly into: Statements;
  readonly group: KnownEndpoint;
  readonly computer: KnownEndpoint;
  /** Absent if the group is only mentioned. */
  readonly name?: string;
}

/** The groups of a computer are a whole list if all were collected. */
export function stateLocalGroups(computer: AdObject): void {
  const { record, into, objectid } = computer;
  const faults = record.faultCount;
  let [count, areCollected] = [0, true];
  record.each('LocalGroups', (result) => {
    const isCollected = result.flag('Collected') === true;
    const id = isCollected ? result.idOfPart('ObjectIdentifier') : result.id('ObjectIdentifier');
    const group = adNode(id, 'ADLocalGroup');
    const before = result.faultCount;
    if (group && isCollected) stateAnswer({ into, group, computer, name: result.text('Name') ?? '' }, result, before);
    count++;
    areCollected &&= isCollected;
  });
  if (count > 0 && areCollected && record.faultCount === faults) into.whole(objectid, Kind.LocalToComputer);
}

/** Older collectors write one list for each of four groups instead of `LocalGroups`. */
export function stateFormerLocalGroups(computer: AdObject): void {
  const { record, into } = computer;
  for (const [field, rid] of memberLists) {
    const result = record.answer(field);
    const group = impliedGroup(computer, rid);
    if (group && result) stateAnswer({ into, group, computer }, result, result.faultCount);
  }
}

/** Members that group policies add to the local groups of the computers in a domain or an organisational unit. */
export function statePolicyChanges({ record, into }: AdObject): void {
  const changes = record.object('GPOChanges');
  if (!changes) return;
  for (const computer of changes.list('AffectedComputers').flatMap((affected) => typedNode(affected) ?? []))
    for (const [field, rid] of memberLists) {
      const group = impliedGroup(computer, rid);
      if (group) stateMembers({ into, group, computer }, changes, field);
    }
}

function impliedGroup(computer: KnownEndpoint, rid: string): KnownEndpoint | null {
  return adNode(`${computer.objectid}-${rid}`, 'ADLocalGroup');
}

/**
 * States the members of a group by `Results`, as a whole list unless they have a fault. A group of the domain has no whole list: its
 * controllers share it, and the records of all of them list its members.
 * @param faults of the record before
 */
function stateAnswer(local: LocalGroup, result: Fields, faults: number): void {
  const { into, group, computer, name } = local;
  const kept = name?.toUpperCase().startsWith(KEPT_WHEN_EMPTY) ? stateGroup(local) : NOBODY;
  const number = stateMembers(local, result, 'Results', kept);
  if (name !== undefined && number !== NOBODY) stateLocalAccounts(result, into);
  if (result.faultCount > faults || !isList(result.value('Results'))) return;
  if (isPartOf(group.objectid, computer.objectid)) into.whole(group.objectid, Kind.MemberOfLocalGroup);
}

/**
 * States the members of a group.
 * @param known the group, or {@link NOBODY} if it is stated for a first member only
 * @returns the group
 */
function stateMembers(local: LocalGroup, result: Fields, field: string, known = NOBODY): number {
  const { into } = local;
  let group = known;
  result.each(field, (member) => {
    if (group === NOBODY) group = stateGroup(local);
    into.edge(mentionTyped(into, member), Kind.MemberOfLocalGroup, group);
  });
  return group;
}

/** @returns the number of the group */
function stateGroup({ into, group, computer, name }: LocalGroup): number {
  if (name === '' || name === UNNAMED) into.supplement(group.objectid, group.kinds, {});
  else if (name !== undefined) into.describe(group.objectid, group.kinds, { name: upperCase(name) });
  const number = mention(into, group);
  into.edge(number, Kind.LocalToComputer, mention(into, computer));
  return number;
}

/** Accounts of the computer. The collector knows their names but not their kinds. */
function stateLocalAccounts(result: Fields, into: Statements): void {
  result.each('LocalNames', (account) => {
    const node = adNode(account.idOfPart('ObjectIdentifier'));
    const name = account.text('PrincipalName');
    if (node && name) into.supplement(node.objectid, node.kinds, { name: upperCase(name) });
  });
}
