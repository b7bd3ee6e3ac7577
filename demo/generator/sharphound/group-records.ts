import { inContainer, inUnit, type TypedPrincipal } from '../directory/principals.js';
import { CONTAINERS } from '../directory/containers.js';
import type { DirectoryGroup } from '../directory/groups.js';
import type { WellKnownGroup } from '../directory/well-known.js';
import { Records } from './aces.js';
import { type Ace, objectFrame, objectIdentity } from './records.js';

/** The Builtin container is not among the collected containers; collectors refer to it so. */
const BUILTIN: TypedPrincipal = { ObjectIdentifier: 'S-1-5-32', ObjectType: 'Base' };

/** The items of a SharpHound groups file. */
export class GroupRecords extends Records {
  *all(): Generator<object> {
    for (const wellKnown of this.directory.wellKnown.all()) {
      yield wellKnown.home === 'special' ? this.special(wellKnown) : this.wellKnown(wellKnown);
    }
    for (let index = 0; index < this.directory.plan.sizes.groups; index++) {
      yield this.group(this.directory.groups.get(index));
    }
  }

  /** Everyone and the like: collectors know no more of them than the name. */
  private special({ sid, name, members }: WellKnownGroup): object {
    const { domain } = this.directory.plan;
    return {
      Properties: { name: `${name.toUpperCase()}@${domain.name}`, domainsid: domain.sid, domain: domain.name },
      Members: members,
      ...objectFrame(sid, [], null),
    };
  }

  private wellKnown({ sid, name, description, home, isProtected, members }: WellKnownGroup): object {
    const { plan, containers } = this.directory;
    const users = containers.get(CONTAINERS.users);
    const isBuiltin = home === 'builtin';
    const path = isBuiltin ? `CN=BUILTIN,${plan.domain.distinguishedName}` : users.distinguishedName;
    return {
      Properties: this.properties(name, `CN=${name.toUpperCase()},${path}`, description, isProtected),
      Members: members,
      ...objectFrame(
        sid,
        isProtected ? this.aces.protectedObject() : this.aces.ordinaryObject(sid),
        isBuiltin ? BUILTIN : inContainer(users.id),
        isProtected,
      ),
    };
  }

  private group(group: DirectoryGroup): object {
    const unit = this.directory.units.ofGroup(group.home);
    const isProtected = group.name === 'TIER0-OPERATORS';
    const distinguishedName = `CN=${group.name},${unit.distinguishedName}`;
    return {
      Properties: this.properties(group.name, distinguishedName, group.description, isProtected),
      Members: [...group.members()],
      ...objectFrame(
        group.sid,
        isProtected ? this.aces.protectedObject() : this.ordinaryAces(group),
        inUnit(unit.id),
        isProtected,
      ),
    };
  }

  private properties(name: string, distinguishedName: string, description: string, isProtected: boolean) {
    const { plan } = this.directory;
    return {
      ...objectIdentity(plan.domain, name.toUpperCase(), distinguishedName),
      samaccountname: name,
      isaclprotected: isProtected,
      description,
      whencreated: plan.daysAgo(plan.random('group', name), 3_000, 420),
      admincount: isProtected,
    };
  }

  /** The helpdesk fills groups of applications; some groups have a person as keeper. */
  private ordinaryAces({ index, sid, home }: DirectoryGroup): readonly Ace[] {
    const { plan, accounts, groups } = this.directory;
    const random = plan.random('group-aces', index);
    const aces = this.aces.ordinaryObject(sid);
    if (home === 'resources') aces.push(this.aces.group(groups.sidOf('HELPDESK-FIRST-LINE'), 'AddMember'));
    if (home !== 'roles' && random.chance(0.3)) {
      const keeper = accounts.sid('person', random.below(accounts.persons));
      aces.push(this.aces.user(keeper, random.pick(['AddMember', 'AddMember', 'AddSelf', 'GenericAll', 'WriteOwner'])));
    }
    return aces;
  }
}
