import type { Directory } from './directory/directory.js';
import { IT } from './directory/places.js';

/** A user of the estate whose rights are worth showing. */
export interface Persona {
  readonly objectId: string;
  /** As in the graph: `ADA.HILL@HALDEN.EXAMPLE`. */
  readonly name: string;
  /** Why the user is interesting, one sentence. */
  readonly story: string;
}

export interface Personas {
  readonly domainAdmin: Persona;
  readonly nestedDomainAdmin: Persona;
  readonly helpdesk: Persona;
  readonly serverAdmin: Persona;
  readonly projectMember: Persona;
  readonly workstationOwner: Persona;
  readonly withoutRights: Persona;
}

export function personasOf(directory: Directory): Personas {
  const { accounts, places } = directory;
  const research = places.departments.length - 1;
  const persona = (index: number, story: string): Persona => {
    const { sid, samAccountName } = accounts.get(index);
    return { objectId: sid, name: `${samAccountName.toUpperCase()}@${directory.plan.domain.name}`, story };
  };
  return {
    domainAdmin: persona(accounts.indexOf('domain-admin', 0), 'A direct member of Domain Admins: every computer.'),
    nestedDomainAdmin: persona(
      accounts.indexOf('domain-admin', 1),
      'In Domain Admins through the group of operators: every computer.',
    ),
    helpdesk: persona(
      accounts.personOfDepartment(IT, 0),
      'On the early shift of the helpdesk: every workstation, through six groups nested in each other.',
    ),
    serverAdmin: persona(
      accounts.indexOf('server-admin', Math.min(2, accounts.serverAdmins - 1)),
      'Administers the servers of one department, perhaps some more.',
    ),
    projectMember: persona(
      accounts.personOfDepartment(research, 0),
      'In a project whose groups contain each other in a circle: the servers of the last department.',
    ),
    workstationOwner: persona(userWithOwn(directory, true), 'Administers the own workstation and nothing else.'),
    withoutRights: persona(userWithOwn(directory, false), 'Administers nothing.'),
  };
}

/**
 * The first person outside of the helpdesk and the projects whose workstation is, or is not, in own hands. Only the first
 * workstation of a person is looked at, so there must not be more workstations than persons for `false`.
 * @throws RangeError where the estate is too small to have one.
 */
function userWithOwn({ accounts, machines, localRights, places }: Directory, isOwnAdmin: boolean): number {
  const research = places.departments.length - 1;
  for (let person = 0; person < Math.min(machines.workstations, accounts.persons); person++) {
    const { department } = accounts.get(person);
    const isElsewhere = department !== IT && department !== research;
    if (isElsewhere && localRights.isOwnAdmin(machines.workstation(person)) === isOwnAdmin) return person;
  }
  throw new RangeError('the estate is too small for its personas');
}
