import type { EstatePlan } from '../plan.js';
import { Accounts } from './accounts.js';
import { Containers } from './containers.js';
import { GroupPolicies } from './group-policies.js';
import { Groups } from './groups.js';
import { LocalRights } from './local-rights.js';
import { Machines } from './machines.js';
import { OrganisationalUnits } from './organisational-units.js';
import { Places } from './places.js';
import { WellKnownGroups } from './well-known.js';

/** The objects of the domain by number, independent of any file format. */
export class Directory {
  readonly places: Places;
  readonly accounts: Accounts;
  readonly machines: Machines;
  readonly groups: Groups;
  readonly wellKnown: WellKnownGroups;
  readonly units: OrganisationalUnits;
  readonly containers: Containers;
  readonly policies: GroupPolicies;
  readonly localRights: LocalRights;

  constructor(readonly plan: EstatePlan) {
    this.places = new Places(plan);
    this.accounts = new Accounts(plan, this.places);
    this.machines = new Machines(plan, this.places, this.accounts);
    this.groups = new Groups(plan, this.places, this.accounts);
    const operators = this.groups.sidOf('TIER0-OPERATORS');
    this.wellKnown = new WellKnownGroups(plan, this.accounts, this.machines, operators);
    this.units = new OrganisationalUnits(plan, this.places);
    this.containers = new Containers(plan);
    this.policies = new GroupPolicies(plan, this.places);
    const { places, accounts, groups, wellKnown, machines } = this;
    this.localRights = new LocalRights(plan, places, accounts, groups, wellKnown, machines);
  }
}
