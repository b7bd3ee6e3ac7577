import type { EstatePlan } from '../plan.js';
import { group, user, type TypedPrincipal } from './principals.js';
import type { AccountTier, Accounts } from './accounts.js';
import type { Places } from './places.js';

/** The purpose of a group, which is also its organisational unit. */
export type GroupHome = 'roles' | 'organisation' | 'resources';

export interface GroupDefinition {
  readonly name: string;
  readonly description: string;
  readonly home: GroupHome;
  /** @param sidOf finds nested groups by name, because any group may contain any other */
  members(sidOf: (groupName: string) => string): Iterable<TypedPrincipal>;
}

/** Each is a member of the next; the last one administers every workstation. */
export const HELPDESK_CHAIN = [
  'HELPDESK-EARLY-SHIFT',
  'HELPDESK-FIRST-LINE',
  'HELPDESK',
  'SUPPORT-OPERATIONS',
  'CLIENT-SUPPORT',
  'ADM-CLIENTS',
] as const;

/** Each is a member of the next and the last a member of the first: a cycle, as in old directories. */
export const PROJECT_CYCLE = ['PROJ-AURORA', 'PROJ-BOREAS', 'PROJ-CIRRUS'] as const;

const SHIFTS = ['HELPDESK-EARLY-SHIFT', 'HELPDESK-LATE-SHIFT', 'HELPDESK-NIGHT-SHIFT'] as const;

/** The accounts of a tier with an ordinal that passes the test, as members. */
function chosen(accounts: Accounts, tier: AccountTier, count: number, test: (ordinal: number) => boolean) {
  const members: TypedPrincipal[] = [];
  for (let ordinal = 0; ordinal < count; ordinal++) {
    if (test(ordinal)) members.push(user(accounts.sid(tier, ordinal)));
  }
  return members;
}

/** The groups with rights: helpdesk, projects, administrators by department and by site, access groups. */
export function roleGroups(plan: EstatePlan, places: Places, accounts: Accounts): readonly GroupDefinition[] {
  return [
    ...helpdeskGroups(places, accounts),
    ...projectGroups(places, accounts),
    ...departmentAdmins(plan, places, accounts),
    ...siteAdmins(places, accounts),
    ...accessGroups(plan, accounts),
  ];
}

function role(name: string, description: string, members: GroupDefinition['members']): GroupDefinition {
  return { name, description, home: 'roles', members };
}

function helpdeskGroups(places: Places, accounts: Accounts): readonly GroupDefinition[] {
  const onShift = (shift: number) => () =>
    Array.from({ length: accounts.helpdesk }, (_, ordinal) => ordinal)
      .filter((ordinal) => ordinal % SHIFTS.length === shift)
      .map((ordinal) => user(accounts.sid('person', accounts.personOfDepartment(0, ordinal))));
  const [, firstLine, ...upper] = HELPDESK_CHAIN;
  return [
    ...SHIFTS.map((name, shift) => role(name, 'People of one shift', onShift(shift))),
    role(firstLine, 'All shifts', (sidOf) => SHIFTS.map((name) => group(sidOf(name)))),
    ...upper.map((name, i) =>
      role(name, `Support of ${places.sites.length} sites`, (sidOf) => [group(sidOf(HELPDESK_CHAIN[i + 1] ?? name))]),
    ),
  ];
}

function projectGroups(places: Places, accounts: Accounts): readonly GroupDefinition[] {
  const research = places.departments.length - 1;
  return PROJECT_CYCLE.map((name, i) =>
    role(name, 'Members of a research project', (sidOf) => [
      group(sidOf(PROJECT_CYCLE[(i + PROJECT_CYCLE.length - 1) % PROJECT_CYCLE.length] ?? name)),
      ...[0, 1, 2].map((ordinal) =>
        user(accounts.sid('person', accounts.personOfDepartment(research, i * 3 + ordinal))),
      ),
    ]),
  );
}

function departmentAdmins(plan: EstatePlan, places: Places, accounts: Accounts): readonly GroupDefinition[] {
  const { departments } = places;
  return departments.map(({ code, name }, department) =>
    role(`ADM-SRV-${code}`, `Administrators of the servers of ${name}`, (sidOf) => [
      ...chosen(accounts, 'server-admin', accounts.serverAdmins, (i) => i % departments.length === department),
      ...(department === departments.length - 1 ? [group(sidOf(PROJECT_CYCLE[2]))] : []),
      ...(code === 'FIN' ? [group(`${plan.trusted.sid}-2201`)] : []),
    ]),
  );
}

function siteAdmins(places: Places, accounts: Accounts): readonly GroupDefinition[] {
  const { sites } = places;
  return sites.map(({ code, name }, site) =>
    role(`ADM-WKS-${code}`, `Administrators of the workstations in ${name}`, () =>
      chosen(accounts, 'server-admin', accounts.serverAdmins, (i) => i % 5 === 1 && i % sites.length === site),
    ),
  );
}

function accessGroups(plan: EstatePlan, accounts: Accounts): readonly GroupDefinition[] {
  const servers = accounts.serverAdmins;
  const services = accounts.services;
  return [
    role('TIER0-OPERATORS', 'Operators of the directory', () =>
      chosen(accounts, 'domain-admin', accounts.domainAdmins, (i) => i % 2 === 1),
    ),
    role('TIER1-SERVER-ADMINS', 'Administrators of all servers', () =>
      chosen(accounts, 'server-admin', servers, (i) => i % 10 === 0),
    ),
    role('ADM-SQL', 'Administrators of the database servers', () =>
      chosen(accounts, 'server-admin', servers, (i) => i % 7 === 3),
    ),
    role('ADM-BACKUP', 'Accounts of the backup', () => chosen(accounts, 'service', services, (i) => i % 30 === 2)),
    role('ACC-TERMINAL-SERVERS', 'May use terminal servers', () => [
      group(plan.domainSid(513)),
      user(`${plan.trusted.sid}-1187`),
    ]),
    role('ACC-REMOTE-MANAGEMENT', 'May manage servers from afar', () =>
      chosen(accounts, 'server-admin', servers, (i) => i % 3 === 0),
    ),
    role('ACC-DCOM-MONITORING', 'Accounts of the monitoring', () =>
      chosen(accounts, 'service', services, (i) => i % 5 === 3),
    ),
  ];
}
