import type { Directory } from './directory/directory.js';
import { IT } from './directory/places.js';

/** A user of the estate with rights that are worth showing. */
export interface Persona {
  readonly objectId: string;
  /** As in the graph: `ADA.HILL@HALDEN.EXAMPLE`. */
  readonly name: string;
  /** The reason for the user's rights, one or two sentences. */
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
    domainAdmin: persona(
      accounts.indexOf('domain-admin', 0),
      'A direct member of Domain Admins has rights over every computer.',
    ),
    nestedDomainAdmin: persona(
      accounts.indexOf('domain-admin', 1),
      'This member of Domain Admins through another group has rights over every computer.',
    ),
    helpdesk: persona(
      accounts.personOfDepartment(IT, 0),
      'This member of the helpdesk reaches every workstation through six groups nested in each other.',
    ),
    serverAdmin: persona(
      accounts.indexOf('server-admin', Math.min(2, accounts.serverAdmins - 1)),
      'This account administers the servers of one department and maybe some more.',
    ),
    projectMember: persona(
      accounts.personOfDepartment(research, 0),
      'The groups of this project contain each other in a cycle with rights over the servers of the last department.',
    ),
    workstationOwner: persona(userWithOwn(directory, true), 'This user administers the own workstation only.'),
    withoutRights: persona(userWithOwn(directory, false), 'This user administers nothing.'),
  };
}

/**
 * Finds the first person outside of the helpdesk and the projects that does, or does not, administer the own workstation.
 * It checks only the first workstation of a person, so `false` needs at least as many persons as workstations.
 * @throws RangeError if the estate has no such person
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
