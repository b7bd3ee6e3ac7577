import type { EstatePlan } from '../plan.js';
import type { Account, AccountTier } from './accounts.js';
import type { Machine } from './machines.js';
import type { GroupHome } from './role-groups.js';
import type { Places } from './places.js';

export interface OrganisationalUnit {
  /** Names from the top, upper case: `HALDEN/OSL/USERS`. */
  readonly path: string;
  readonly id: string;
  readonly name: string;
  readonly distinguishedName: string;
  /** Path of the unit above; none for those directly under the domain. */
  readonly parent?: string;
  readonly description: string;
  readonly blocksInheritance: boolean;
}

const SECOND_ACCOUNT_UNITS: Readonly<Record<Exclude<AccountTier, 'person'>, string>> = {
  'domain-admin': 'TIER0/ACCOUNTS',
  'server-admin': 'TIER1/ACCOUNTS',
  service: 'SERVICE ACCOUNTS',
};

/** The tree of organisational units, and the unit of each object. */
export class OrganisationalUnits {
  private readonly units = new Map<string, OrganisationalUnit>();

  constructor(
    private readonly plan: EstatePlan,
    private readonly places: Places,
  ) {
    this.add('DOMAIN CONTROLLERS', 'Domain controllers');
    this.add('TIER0', 'Accounts and computers that control the directory', true);
    this.add('TIER0/ACCOUNTS', 'Accounts of domain administrators');
    this.add('TIER1', 'Accounts that administer servers');
    this.add('TIER1/ACCOUNTS', 'Accounts of server administrators');
    this.add('SERVICE ACCOUNTS', 'Accounts of programs');
    this.add('GROUPS', 'Groups');
    for (const home of ['ROLES', 'ORGANISATION', 'RESOURCES']) this.add(`GROUPS/${home}`, 'Groups by purpose');
    this.add('SERVERS', 'Servers');
    for (const { code, name } of places.departments) this.add(`SERVERS/${code}`, `Servers of ${name}`);
    this.add(plan.domain.netbios, 'People and their computers');
    for (const { code, name } of places.sites) this.addSite(code, name);
  }

  all(): Iterable<OrganisationalUnit> {
    return this.units.values();
  }

  /** @throws RangeError if there is no such unit */
  get(path: string): OrganisationalUnit {
    const unit = this.units.get(path);
    if (unit === undefined) throw new RangeError(`there is no organisational unit ${path}`);
    return unit;
  }

  ofAccount({ tier, site }: Account): OrganisationalUnit {
    return tier === 'person' ? this.ofSite(site, 'USERS') : this.get(SECOND_ACCOUNT_UNITS[tier]);
  }

  ofMachine({ role, site, department }: Machine): OrganisationalUnit {
    if (role === 'domain-controller') return this.get('DOMAIN CONTROLLERS');
    if (role === 'workstation') return this.ofSite(site, 'WORKSTATIONS');
    return this.get(`SERVERS/${this.places.department(department).code}`);
  }

  ofGroup(home: GroupHome): OrganisationalUnit {
    return this.get(`GROUPS/${home.toUpperCase()}`);
  }

  private ofSite(site: number, kind: 'USERS' | 'WORKSTATIONS'): OrganisationalUnit {
    return this.get(`${this.plan.domain.netbios}/${this.places.site(site).code}/${kind}`);
  }

  private addSite(code: string, name: string): void {
    const path = `${this.plan.domain.netbios}/${code}`;
    this.add(path, `The site in ${name}`);
    this.add(`${path}/USERS`, `People in ${name}`);
    this.add(`${path}/WORKSTATIONS`, `Workstations in ${name}`);
  }

  private add(path: string, description: string, blocksInheritance = false): void {
    const names = path.split('/');
    const unitNames = names.toReversed().map((name) => `OU=${name}`);
    const parent = names.slice(0, -1).join('/');
    this.units.set(path, {
      path,
      id: this.plan.guid('ou', path),
      name: names.at(-1) ?? path,
      distinguishedName: [...unitNames, this.plan.domain.distinguishedName].join(','),
      ...(parent === '' ? {} : { parent }),
      description,
      blocksInheritance,
    });
  }
}
