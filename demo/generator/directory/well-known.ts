import type { EstatePlan } from '../plan.js';
import { computer, group, user, type TypedPrincipal } from './principals.js';
import type { Accounts } from './accounts.js';
import type { Machines } from './machines.js';

/** A group that every domain has. */
export interface WellKnownGroup {
  readonly sid: string;
  /** As in the directory, mixed case. */
  readonly name: string;
  readonly description: string;
  /** The container, Users or Builtin; `special` groups have none. */
  readonly home: 'users' | 'builtin' | 'special';
  readonly isProtected: boolean;
  readonly members: readonly TypedPrincipal[];
}

/** The accounts that every domain has, by relative identifier. */
export const WELL_KNOWN_USERS = [
  { rid: 500, name: 'Administrator', description: 'Built-in account for administering the domain', enabled: true },
  { rid: 501, name: 'Guest', description: 'Built-in account for guest access', enabled: false },
  { rid: 502, name: 'krbtgt', description: 'Key distribution service account', enabled: false },
] as const;

type Definition = readonly [name: string, isProtected: boolean, description: string];

const DOMAIN_GROUPS: Readonly<Record<number, Definition>> = {
  498: ['Enterprise Read-only Domain Controllers', false, 'Read-only domain controllers of the enterprise'],
  512: ['Domain Admins', true, 'Administrators of the domain'],
  513: ['Domain Users', false, 'All users of the domain'],
  514: ['Domain Guests', false, 'All guests of the domain'],
  515: ['Domain Computers', false, 'All workstations and servers of the domain'],
  516: ['Domain Controllers', true, 'All domain controllers of the domain'],
  517: ['Cert Publishers', false, 'May publish certificates in the directory'],
  518: ['Schema Admins', true, 'Administrators of the schema'],
  519: ['Enterprise Admins', true, 'Administrators of the enterprise'],
  520: ['Group Policy Creator Owners', false, 'May change group policies of the domain'],
  521: ['Read-only Domain Controllers', true, 'Read-only domain controllers of the domain'],
  525: ['Protected Users', false, 'Accounts with additional protection'],
  526: ['Key Admins', true, 'May administer key objects of the domain'],
  527: ['Enterprise Key Admins', true, 'May administer key objects of the forest'],
  572: ['Denied RODC Password Replication Group', false, 'Passwords that are never replicated'],
};

const BUILTIN_GROUPS: Readonly<Record<string, Definition>> = {
  'S-1-5-32-544': ['Administrators', true, 'Unrestricted access to the domain'],
  'S-1-5-32-545': ['Users', false, 'May use the computers of the domain'],
  'S-1-5-32-546': ['Guests', false, 'May sign in as guests'],
  'S-1-5-32-548': ['Account Operators', true, 'May administer user and group accounts'],
  'S-1-5-32-549': ['Server Operators', true, 'May administer domain servers'],
  'S-1-5-32-550': ['Print Operators', true, 'May administer printers of domain controllers'],
  'S-1-5-32-551': ['Backup Operators', true, 'May back up and restore any file'],
  'S-1-5-32-555': ['Remote Desktop Users', false, 'May sign in to domain controllers from afar'],
  'S-1-5-32-562': ['Distributed COM Users', false, 'May start and use distributed components'],
  'S-1-5-32-580': ['Remote Management Users', false, 'May reach management interfaces from afar'],
};

const SPECIAL_GROUPS: Readonly<Record<string, string>> = {
  'S-1-1-0': 'Everyone',
  'S-1-5-4': 'Interactive',
  'S-1-5-9': 'Enterprise Domain Controllers',
  'S-1-5-11': 'Authenticated Users',
};

/** The well-known groups of the domain with their members. */
export class WellKnownGroups {
  constructor(
    private readonly plan: EstatePlan,
    private readonly accounts: Accounts,
    private readonly machines: Machines,
    /** SID of the group that contains half of the domain administrators. */
    private readonly operators: string,
  ) {}

  *all(): Generator<WellKnownGroup> {
    for (const [rid, [name, isProtected, description]] of Object.entries(DOMAIN_GROUPS)) {
      const members = this.membersOfDomainGroup(Number(rid));
      yield { sid: this.plan.domainSid(Number(rid)), name, description, home: 'users', isProtected, members };
    }
    for (const [sid, [name, isProtected, description]] of Object.entries(BUILTIN_GROUPS)) {
      const members = this.membersOfBuiltin(sid);
      yield { sid: this.plan.wellKnownSid(sid), name, description, home: 'builtin', isProtected, members };
    }
    for (const [sid, name] of Object.entries(SPECIAL_GROUPS)) {
      const members = sid === 'S-1-5-9' ? this.domainControllers() : [];
      yield { sid: this.plan.wellKnownSid(sid), name, description: '', home: 'special', isProtected: false, members };
    }
  }

  membersOfBuiltin(sid: string): readonly TypedPrincipal[] {
    switch (sid) {
      case 'S-1-5-32-544':
        return [this.administrator(), this.domainGroup(512), this.domainGroup(519)];
      case 'S-1-5-32-545':
        return [this.domainGroup(513), this.special('S-1-5-11'), this.special('S-1-5-4')];
      case 'S-1-5-32-546':
        return [user(this.plan.domainSid(501)), this.domainGroup(514)];
      case 'S-1-5-32-551':
        return [user(this.accounts.sid('service', 2))];
      default:
        return [];
    }
  }

  private membersOfDomainGroup(rid: number): readonly TypedPrincipal[] {
    switch (rid) {
      case 512:
        return [this.administrator(), ...this.directDomainAdmins(), group(this.operators)];
      case 517:
        return [computer(this.machines.server(0).sid)];
      case 518:
      case 520:
        return [this.administrator()];
      case 519:
        return [this.administrator(), user(this.accounts.sid('domain-admin', 0))];
      case 525:
        return this.directDomainAdmins();
      case 572:
        return [this.domainGroup(512), this.domainGroup(519), this.domainGroup(516), user(this.plan.domainSid(502))];
      default:
        return [];
    }
  }

  /** Every second administrator is a direct member; the others are members of the operators' group. */
  private directDomainAdmins(): readonly TypedPrincipal[] {
    const members: TypedPrincipal[] = [];
    for (let ordinal = 0; ordinal < this.accounts.domainAdmins; ordinal += 2) {
      members.push(user(this.accounts.sid('domain-admin', ordinal)));
    }
    return members;
  }

  private domainControllers(): readonly TypedPrincipal[] {
    return Array.from({ length: this.machines.domainControllers }, (_, ordinal) =>
      computer(this.machines.domainController(ordinal).sid),
    );
  }

  private administrator(): TypedPrincipal {
    return user(this.plan.domainSid(500));
  }

  private domainGroup(rid: number): TypedPrincipal {
    return group(this.plan.domainSid(rid));
  }

  private special(sid: string): TypedPrincipal {
    return group(this.plan.wellKnownSid(sid));
  }
}
