import type { EstatePlan } from '../plan.js';
import type { Places } from './places.js';

export interface GroupPolicy {
  readonly id: string;
  /** GUID of the folder in SYSVOL, which differs from the object's own. */
  readonly folder: string;
  readonly name: string;
  /** Paths of the units it is linked to; the empty path is the domain. */
  readonly links: readonly string[];
  readonly isEnforced: boolean;
}

/** The group policies of the domain and their links. */
export class GroupPolicies {
  private readonly policies: readonly GroupPolicy[];

  constructor(
    private readonly plan: EstatePlan,
    places: Places,
  ) {
    const sites = places.sites.map(({ code }) => `${plan.domain.netbios}/${code}`);
    this.policies = [
      this.policy('Default Domain Policy', ['']),
      this.policy('Default Domain Controllers Policy', ['DOMAIN CONTROLLERS']),
      this.policy('Password Rules', [''], true),
      this.policy('Event Log Forwarding', ['DOMAIN CONTROLLERS', 'SERVERS']),
      this.policy('Administrator Sign-in Limits', ['TIER0', 'TIER1'], true),
      this.policy('Server Baseline', ['SERVERS']),
      this.policy(
        'Local Administrator Passwords',
        sites.map((site) => `${site}/WORKSTATIONS`),
      ),
      this.policy('Desktop Baseline', [plan.domain.netbios]),
      this.policy('Retired Proxy Settings', []),
      ...places.departments.map(({ code }) => this.policy(`Servers ${code}`, [`SERVERS/${code}`])),
      ...places.sites.map(({ code }, i) => this.policy(`Printers ${code}`, [`${sites[i] ?? ''}/USERS`])),
    ];
  }

  all(): readonly GroupPolicy[] {
    return this.policies;
  }

  linkedTo(path: string): readonly GroupPolicy[] {
    return this.policies.filter(({ links }) => links.includes(path));
  }

  private policy(name: string, links: readonly string[], isEnforced = false): GroupPolicy {
    const id = this.plan.guid('gpo', name);
    return { id, folder: this.plan.guid('gpo-folder', name), name, links, isEnforced };
  }
}
