import type { EstatePlan } from '../plan.js';
import { group, user, type TypedPrincipal } from './principals.js';
import { APPLICATIONS } from '../word-lists.js';
import type { Accounts } from './accounts.js';
import type { Places } from './places.js';
import { NestedGroups } from './nested-groups.js';
import { roleGroups, type GroupDefinition } from './role-groups.js';

export interface DirectoryGroup extends Omit<GroupDefinition, 'members'> {
  readonly index: number;
  readonly sid: string;
  /** Yields members one by one, because a group of a large estate has many. */
  members(): Iterable<TypedPrincipal>;
}

/** Share of the groups that are teams. */
const TEAM_SHARE = 0.35;

/** Three departments make a division. */
const DIVISION = 3;

const ACCESS = ['READ', 'WRITE', 'OWNERS'] as const;

const range = (count: number) => Array.from({ length: count }, (_, i) => i);
const divisionName = (division: number) => `DIVISION-${division + 1}`;

/**
 * The groups of the company by number: groups with rights, the organisation from teams up to all identities
 * (team, section, department, division, staff, all: six levels), nested groups, and groups for applications and shares.
 */
export class Groups {
  readonly nested: NestedGroups;
  private readonly fixed: readonly GroupDefinition[];
  private readonly indexByName: ReadonlyMap<string, number>;
  private readonly teams: number;

  constructor(
    private readonly plan: EstatePlan,
    private readonly places: Places,
    private readonly accounts: Accounts,
  ) {
    this.fixed = [...roleGroups(plan, places, accounts), ...this.organisation()];
    this.indexByName = new Map(this.fixed.map(({ name }, index) => [name, index]));
    this.teams = Math.floor(plan.sizes.groups * TEAM_SHARE);
    this.nested = new NestedGroups(plan, accounts, this.fixed.length + this.teams);
    const least = this.fixed.length + this.teams + this.nested.count;
    if (plan.sizes.groups < least || this.teams < places.sections) {
      throw new RangeError(`groups must be at least ${Math.max(least, Math.ceil(places.sections / TEAM_SHARE))}`);
    }
  }

  /** @throws RangeError if no group of the fixed part has that name */
  sidOf(name: string): string {
    const index = this.indexByName.get(name);
    if (index === undefined) throw new RangeError(`there is no group ${name}`);
    return this.plan.groupSid(index);
  }

  get(index: number): DirectoryGroup {
    const definition = this.fixed[index] ?? this.numbered(index - this.fixed.length);
    const { name, description, home } = definition;
    const members = () => definition.members((nested) => this.sidOf(nested));
    return { index, sid: this.plan.groupSid(index), name, description, home, members };
  }

  private numbered(ordinal: number): GroupDefinition {
    if (ordinal < this.teams) return this.team(ordinal);
    const nested = ordinal - this.teams;
    if (nested < this.nested.count) {
      return {
        name: `ACCESS-L${this.nested.levelOf(nested) + 1}-${nested + 1}`,
        description: 'A group for access that contains other groups',
        home: 'resources',
        members: () => this.nested.membersOf(nested),
      };
    }
    return this.resource(nested - this.nested.count);
  }

  /** Group number of a team; teams count through the sections. */
  teamIndex(team: number): number {
    return this.fixed.length + (team % this.teams);
  }

  /** The persons of a team, ascending. */
  *personsOfTeam(team: number): Generator<number> {
    const { sections } = this.places;
    const section = team % sections;
    const step = this.teamsOf(section) * sections;
    for (let i = team; i < this.accounts.persons; i += step) yield i;
  }

  /** Teams are assigned to the sections in turn, so some sections have one more than others. */
  private teamsOf(section: number): number {
    return Math.floor((this.teams - 1 - section) / this.places.sections) + 1;
  }

  private team(team: number): GroupDefinition {
    const section = team % this.places.sections;
    const number = String(Math.floor(team / this.places.sections) + 1).padStart(2, '0');
    return {
      name: `TEAM-${this.sectionCode(section)}-${number}`,
      description: 'A team',
      home: 'organisation',
      members: () => this.teamMembers(team),
    };
  }

  private *teamMembers(team: number): Generator<TypedPrincipal> {
    for (const person of this.personsOfTeam(team)) yield user(this.plan.userSid(person));
  }

  private sectionCode(section: number): string {
    const department = this.places.department(this.places.departmentOfSection(section));
    return `${department.code}-${this.places.site(this.places.siteOfSection(section)).code}`;
  }

  private organisation(): readonly GroupDefinition[] {
    const { departments, sections } = this.places;
    const divisions = Math.ceil(departments.length / DIVISION);
    const nesting = (
      name: string,
      description: string,
      nested: () => Iterable<number>,
      nameOf: (i: number) => string,
    ) => this.nesting(name, description, nested, nameOf);
    return [
      nesting(
        'ALL-IDENTITIES',
        'Everybody and everything',
        () => [0],
        () => 'ALL-STAFF',
      ),
      nesting('ALL-STAFF', 'All staff', () => range(divisions), divisionName),
      ...range(divisions).map((division) =>
        nesting(
          divisionName(division),
          'A division of the company',
          () => range(departments.length).filter((i) => Math.floor(i / DIVISION) === division),
          (i) => `DEPT-${this.places.department(i).code}`,
        ),
      ),
      ...departments.map(({ code, name }, department) =>
        nesting(
          `DEPT-${code}`,
          name,
          () => range(sections).filter((section) => this.places.departmentOfSection(section) === department),
          (section) => `SECTION-${this.sectionCode(section)}`,
        ),
      ),
      ...range(sections).map((section) => this.section(section)),
    ];
  }

  private nesting(
    name: string,
    description: string,
    nested: () => Iterable<number>,
    nameOf: (i: number) => string,
  ): GroupDefinition {
    const members = (sidOf: (groupName: string) => string) => [...nested()].map((i) => group(sidOf(nameOf(i))));
    return { name, description, home: 'organisation', members };
  }

  private section(section: number): GroupDefinition {
    return {
      name: `SECTION-${this.sectionCode(section)}`,
      description: 'One department at one site',
      home: 'organisation',
      members: () => this.teamGroups(section),
    };
  }

  private *teamGroups(section: number): Generator<TypedPrincipal> {
    for (let team = section; team < this.teams; team += this.places.sections) {
      yield group(this.plan.groupSid(this.teamIndex(team)));
    }
  }

  /** A group for an application or share: some people, sometimes a team; few such groups are very large. */
  private resource(ordinal: number): GroupDefinition {
    const application = APPLICATIONS[ordinal % APPLICATIONS.length] ?? '';
    const access = ACCESS[Math.floor(ordinal / APPLICATIONS.length) % ACCESS.length] ?? '';
    const round = Math.floor(ordinal / (APPLICATIONS.length * ACCESS.length));
    return {
      name: `APP-${application}${round === 0 ? '' : round + 1}-${access}`,
      description: `Access to the application ${application.toLowerCase()}`,
      home: 'resources',
      members: () => this.resourceMembers(ordinal),
    };
  }

  private *resourceMembers(ordinal: number): Generator<TypedPrincipal> {
    const random = this.plan.random('resource-group', ordinal);
    const most = Math.min(random.chance(0.05) ? 500 : 40, this.accounts.persons / 2);
    for (const person of random.distinct(random.between(2, Math.floor(most)), this.accounts.persons)) {
      yield user(this.plan.userSid(person));
    }
    if (random.chance(0.4)) yield group(this.plan.groupSid(this.teamIndex(random.below(this.teams))));
  }
}
