import type { EstatePlan } from '../plan.js';
import { FAMILY_NAMES, GIVEN_NAMES, SERVICES } from '../word-lists.js';
import { IT, type Places } from './places.js';

export type AccountTier = 'person' | 'domain-admin' | 'server-admin' | 'service';

/** The identity of an account, without the other properties of its SharpHound record. */
export interface Account {
  readonly index: number;
  readonly tier: AccountTier;
  /** Number within its tier. */
  readonly ordinal: number;
  readonly sid: string;
  readonly samAccountName: string;
  readonly displayName: string;
  /** Numbers of the department and the site, see `Places`. */
  readonly department: number;
  readonly site: number;
}

const titleCase = (word: string) => word.charAt(0) + word.slice(1).toLowerCase();

/** Coprime to the number of names, so that every name is used once before the first repeats. */
const NAME_STEP = 3_571;

/**
 * The accounts of the domain by number: persons first, then the second accounts of domain and server administrators, then
 * service accounts. Person `i` works in section `i mod sections`.
 */
export class Accounts {
  readonly persons: number;
  readonly domainAdmins: number;
  readonly serverAdmins: number;
  readonly services: number;
  /** Number of persons in the helpdesk: the first ones of the computer department. */
  readonly helpdesk: number;
  private readonly firstName: number;
  private readonly firstOf: Readonly<Record<AccountTier, number>>;

  constructor(
    private readonly plan: EstatePlan,
    private readonly places: Places,
  ) {
    const { users } = plan.sizes;
    this.domainAdmins = Math.min(12, Math.max(2, Math.round(users / 400)));
    this.serverAdmins = Math.max(2, Math.floor(users * 0.02));
    this.services = Math.max(3, Math.floor(users * 0.03));
    this.helpdesk = Math.max(3, Math.floor(users * 0.02));
    this.persons = users - this.domainAdmins - this.serverAdmins - this.services;
    const firstServerAdmin = this.persons + this.domainAdmins;
    this.firstOf = {
      person: 0,
      'domain-admin': this.persons,
      'server-admin': firstServerAdmin,
      service: firstServerAdmin + this.serverAdmins,
    };
    this.firstName = plan.random('names').below(GIVEN_NAMES.length * FAMILY_NAMES.length);
  }

  /** Index of the `ordinal`-th account of a tier. */
  indexOf(tier: AccountTier, ordinal: number): number {
    return this.firstOf[tier] + ordinal;
  }

  sid(tier: AccountTier, ordinal: number): string {
    return this.plan.userSid(this.indexOf(tier, ordinal));
  }

  /** The `ordinal`-th person of a department. */
  personOfDepartment(department: number, ordinal: number): number {
    return (department + ordinal * this.places.departments.length) % this.persons;
  }

  get(index: number): Account {
    if (index < this.persons) return this.person(index);
    if (index < this.indexOf('server-admin', 0)) return this.secondAccount('domain-admin', index - this.persons);
    if (index < this.indexOf('service', 0)) {
      return this.secondAccount('server-admin', index - this.indexOf('server-admin', 0));
    }
    return this.service(index - this.indexOf('service', 0));
  }

  /** Given and family name of a person, upper case and unique: a number is added if the words run out. */
  personName(index: number): { readonly given: string; readonly family: string } {
    const names = GIVEN_NAMES.length * FAMILY_NAMES.length;
    const name = (this.firstName + index * NAME_STEP) % names;
    const round = Math.floor(index / names);
    const given = GIVEN_NAMES[name % GIVEN_NAMES.length] ?? '';
    const family = FAMILY_NAMES[Math.floor(name / GIVEN_NAMES.length)] ?? '';
    return { given, family: round === 0 ? family : `${family}${round + 1}` };
  }

  private person(index: number): Account {
    const { given, family } = this.personName(index);
    const section = index % this.places.sections;
    return {
      index,
      tier: 'person',
      ordinal: index,
      sid: this.plan.userSid(index),
      samAccountName: `${given}.${family}`,
      displayName: `${titleCase(given)} ${titleCase(family)}`,
      department: this.places.departmentOfSection(section),
      site: this.places.siteOfSection(section),
    };
  }

  /** A second account belongs to a person of the computer department outside of the helpdesk. */
  private secondAccount(tier: 'domain-admin' | 'server-admin', ordinal: number): Account {
    const before = this.helpdesk + (tier === 'server-admin' ? this.domainAdmins : 0);
    const owner = this.person(this.personOfDepartment(IT, before + ordinal));
    const prefix = tier === 'domain-admin' ? 'T0' : 'T1';
    const index = this.indexOf(tier, ordinal);
    return {
      ...owner,
      index,
      tier,
      ordinal,
      sid: this.plan.userSid(index),
      samAccountName: `${prefix}-${owner.samAccountName}`,
      displayName: `${owner.displayName} (${prefix})`,
    };
  }

  private service(ordinal: number): Account {
    const service = SERVICES[ordinal % SERVICES.length] ?? SERVICES[0];
    const number = String(Math.floor(ordinal / SERVICES.length) + 1).padStart(2, '0');
    const index = this.indexOf('service', ordinal);
    return {
      index,
      tier: 'service',
      ordinal,
      sid: this.plan.userSid(index),
      samAccountName: `SVC-${service.name}-${number}`,
      displayName: `Service ${titleCase(service.name)} ${number}`,
      department: IT,
      site: ordinal % this.places.sites.length,
    };
  }
}
