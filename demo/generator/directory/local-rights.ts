import type { EstatePlan } from '../plan.js';
import { computer, group, user, type TypedPrincipal } from './principals.js';
import type { Accounts } from './accounts.js';
import type { Groups } from './groups.js';
import type { Machine, Machines } from './machines.js';
import type { Places } from './places.js';
import type { WellKnownGroups } from './well-known.js';

/** Local groups with rights, by relative identifier. */
export const LOCAL_GROUPS = [
  { rid: 544, name: 'ADMINISTRATORS' },
  { rid: 555, name: 'REMOTE DESKTOP USERS' },
  { rid: 562, name: 'DISTRIBUTED COM USERS' },
  { rid: 580, name: 'REMOTE MANAGEMENT USERS' },
] as const;

export type LocalGroupRid = (typeof LOCAL_GROUPS)[number]['rid'];

/** Share of the workstations that their user administers. */
const OWN_ADMIN_SHARE = 0.12;

/** Members of the local groups of each computer. */
export class LocalRights {
  private readonly backupServer: string | undefined;

  constructor(
    private readonly plan: EstatePlan,
    private readonly places: Places,
    private readonly accounts: Accounts,
    private readonly groups: Groups,
    private readonly wellKnown: WellKnownGroups,
    machines: Machines,
  ) {
    this.backupServer = machines.nthServer('backup-server', 0)?.sid;
  }

  membersOf(machine: Machine, rid: LocalGroupRid): readonly TypedPrincipal[] {
    if (machine.role === 'domain-controller') return this.wellKnown.membersOfBuiltin(`S-1-5-32-${rid}`);
    return machine.role === 'workstation' ? this.onClient(machine, rid) : this.onServer(machine, rid);
  }

  /** Whether the user of a workstation administers it. Always true for the second one, so that every estate has one. */
  isOwnAdmin(machine: Machine): boolean {
    return machine.ordinal === 1 || this.plan.random('own-admin', machine.index).chance(OWN_ADMIN_SHARE);
  }

  private onClient(machine: Machine, rid: LocalGroupRid): readonly TypedPrincipal[] {
    if (rid === 544) return this.clientAdmins(machine);
    return rid === 555 ? this.clientUsers(machine) : [];
  }

  private onServer(machine: Machine, rid: LocalGroupRid): readonly TypedPrincipal[] {
    if (rid === 544) return this.serverAdmins(machine);
    if (rid === 555) return this.serverUsers(machine);
    return [this.named(rid === 562 ? 'ACC-DCOM-MONITORING' : 'ACC-REMOTE-MANAGEMENT')];
  }

  private clientAdmins(machine: Machine): readonly TypedPrincipal[] {
    const site = this.places.site(machine.site).code;
    return [
      this.domainAdmins(),
      this.named('ADM-CLIENTS'),
      this.named(`ADM-WKS-${site}`),
      ...(this.isOwnAdmin(machine) ? this.userOf(machine) : []),
      ...this.groups.nested.administratorsOf(machine.index),
    ];
  }

  private serverAdmins(machine: Machine): readonly TypedPrincipal[] {
    const department = this.places.department(machine.department).code;
    return [
      this.domainAdmins(),
      this.named('TIER1-SERVER-ADMINS'),
      this.named(`ADM-SRV-${department}`),
      this.named('ADM-BACKUP'),
      ...this.additionalServerAdmins(machine),
      ...this.groups.nested.administratorsOf(machine.index),
    ];
  }

  /** Database accounts, the account of the backup server, or an administrator that was added by hand. */
  private additionalServerAdmins({ role, ordinal }: Machine): readonly TypedPrincipal[] {
    if (role === 'sql-server') return [this.named('ADM-SQL'), this.service(ordinal)];
    if (role === 'file-server' && this.backupServer !== undefined) return [computer(this.backupServer)];
    const random = this.plan.random('added-admin', ordinal);
    if (role !== 'application-server' || !random.chance(0.3)) return [];
    return [user(this.accounts.sid('server-admin', random.below(this.accounts.serverAdmins)))];
  }

  private clientUsers(machine: Machine): readonly TypedPrincipal[] {
    return this.plan.random('remote-user', machine.index).chance(0.3) ? this.userOf(machine) : [];
  }

  private serverUsers({ role, department }: Machine): readonly TypedPrincipal[] {
    if (role === 'terminal-server') return [this.named('ACC-TERMINAL-SERVERS')];
    if (role === 'web-server') return [this.named(`DEPT-${this.places.department(department).code}`)];
    return [];
  }

  private userOf(machine: Machine): readonly TypedPrincipal[] {
    return machine.user === undefined ? [] : [user(this.plan.userSid(machine.user))];
  }

  private service(ordinal: number): TypedPrincipal {
    return user(this.accounts.sid('service', ordinal % this.accounts.services));
  }

  private domainAdmins(): TypedPrincipal {
    return group(this.plan.domainSid(512));
  }

  private named(name: string): TypedPrincipal {
    return group(this.groups.sidOf(name));
  }
}
