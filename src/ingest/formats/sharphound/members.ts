import { Kind } from '../../../graph/kinds/kind-catalogue.js';
import { propertyBits } from '../../../graph/writer/batch/property-bits.js';
import type { Fields } from '../../records/fields.js';
import { kindsOfType, mentionTyped } from './ad-node.js';
import { type AdObject, Method, stateList } from './ad-object.js';

/** False, so that a former primary group that still lists the principal has it as an ordinary member. */
const listed = { isprimarygroup: false };
const listedMember = propertyBits(listed);

/**
 * The members of a group. A member that is named by its distinguished name is the node with this name, or a new node with the name as
 * its id.
 */
export function stateMembers(group: AdObject): void {
  const { into, objectid, kinds, number } = group;
  stateList(group, 'Members', Method.Group, Kind.MemberOf, (member) => {
    const name = nameOfMember(member);
    if (name === null) {
      into.edge(mentionTyped(into, member), Kind.MemberOf, number, listedMember);
      return;
    }
    const otherwise = { objectid: name, kinds: kindsOfType(member.text('ObjectType')) };
    const named = { match: [{ key: 'distinguishedname', value: name }], otherwise };
    into.link(named, 'MemberOf', { objectid, kinds }, listed);
  });
}

/** Whether a group has members that it names by their distinguished names. */
export function hasNamedMembers(group: Fields): boolean {
  let hasNamed = false;
  group.withoutReports().each('Members', (member) => {
    hasNamed ||= nameOfMember(member) !== null;
  });
  return hasNamed;
}

const explicitName = 'DN=';
const distinguishedName = /^(CN|OU|DC)=[^,]*,.*DC=/;

/** The distinguished name that a collector writes instead of the id of a member that it could not resolve; null if it has an id. */
function nameOfMember(member: Fields): string | null {
  const given = member.value('ObjectIdentifier');
  if (typeof given !== 'string' || !given.includes('=')) return null;
  const objectid = member.id('ObjectIdentifier') ?? '';
  const name = objectid.startsWith(explicitName) ? objectid.slice(explicitName.length) : objectid;
  return distinguishedName.test(name) ? name : null;
}
