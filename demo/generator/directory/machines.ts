import type { EstatePlan } from '../plan.js';
import type { Accounts } from './accounts.js';
import type { Places } from './places.js';

export type MachineRole =
  | 'domain-controller'
  | 'certificate-server'
  | 'file-server'
  | 'sql-server'
  | 'web-server'
  | 'application-server'
  | 'terminal-server'
  | 'backup-server'
  | 'workstation';

export interface Machine {
  readonly index: number;
  readonly role: MachineRole;
  /** Number among domain controllers, servers or workstations. */
  readonly ordinal: number;
  readonly sid: string;
  /** Short host name, upper case. */
  readonly host: string;
  readonly department: number;
  readonly site: number;
  readonly operatingSystem: string;
  /** Index of the account that works at a workstation. */
  readonly user?: number;
}

const SERVER_ROLES = [
  { role: 'file-server', code: 'FS' },
  { role: 'sql-server', code: 'SQL' },
  { role: 'web-server', code: 'WEB' },
  { role: 'application-server', code: 'APP' },
  { role: 'terminal-server', code: 'TS' },
  { role: 'backup-server', code: 'BKP' },
] as const;

const SERVER_SYSTEMS = [
  'Windows Server 2016 Standard',
  'Windows Server 2019 Standard',
  'Windows Server 2019 Standard',
  'Windows Server 2022 Standard',
] as const;

const CLIENT_SYSTEMS = ['Windows 10 Enterprise', 'Windows 11 Enterprise', 'Windows 11 Enterprise'] as const;

/** The only ones out of support, by their ordinals. */
const OLD_SERVER = 8;
const OLD_SERVER_SYSTEM = 'Windows Server 2012 R2 Standard';
const OLD_CLIENT = 20;
const OLD_CLIENT_SYSTEM = 'Windows 7 Enterprise';

/** The computers of the domain by number: domain controllers, the certificate server, the other servers, workstations. */
export class Machines {
  readonly domainControllers: number;
  readonly servers: number;
  readonly workstations: number;

  constructor(
    private readonly plan: EstatePlan,
    private readonly places: Places,
    private readonly accounts: Accounts,
  ) {
    const { computers } = plan.sizes;
    this.domainControllers = Math.min(12, Math.max(2, Math.ceil(computers / 300)));
    this.servers = Math.floor(computers * 0.18);
    this.workstations = computers - this.domainControllers - this.servers;
  }

  get(index: number): Machine {
    if (index < this.domainControllers) return this.domainController(index);
    if (index < this.domainControllers + this.servers) return this.server(index - this.domainControllers);
    return this.workstation(index - this.domainControllers - this.servers);
  }

  domainController(ordinal: number): Machine {
    return this.machine(ordinal, ordinal, 'domain-controller', 'DC', {
      department: 0,
      site: ordinal % this.places.sites.length,
      operatingSystem: 'Windows Server 2022 Standard',
    });
  }

  server(ordinal: number): Machine {
    const index = this.domainControllers + ordinal;
    const { role, code } = this.serverRole(ordinal);
    return this.machine(index, ordinal, role, code, {
      department: Math.floor(ordinal / SERVER_ROLES.length) % this.places.departments.length,
      site: ordinal % this.places.sites.length,
      operatingSystem:
        ordinal === OLD_SERVER ? OLD_SERVER_SYSTEM : this.plan.random('server', ordinal).pick(SERVER_SYSTEMS),
    });
  }

  workstation(ordinal: number): Machine {
    const index = this.domainControllers + this.servers + ordinal;
    const user = ordinal % this.accounts.persons;
    const { department, site } = this.accounts.get(user);
    return this.machine(index, ordinal, 'workstation', 'WS', {
      department,
      site,
      operatingSystem:
        ordinal === OLD_CLIENT ? OLD_CLIENT_SYSTEM : this.plan.random('workstation', ordinal).pick(CLIENT_SYSTEMS),
      user,
    });
  }

  /** The `nth` server of a role, from 0; undefined if there are fewer. */
  nthServer(role: MachineRole, nth: number): Machine | undefined {
    const position = SERVER_ROLES.findIndex((candidate) => candidate.role === role);
    const ordinal = position + (position === 0 ? nth + 1 : nth) * SERVER_ROLES.length;
    return position >= 0 && ordinal < this.servers ? this.server(ordinal) : undefined;
  }

  /** The certificate server replaces the first file server. */
  private serverRole(ordinal: number): { readonly role: MachineRole; readonly code: string } {
    if (ordinal === 0) return { role: 'certificate-server', code: 'CA' };
    return SERVER_ROLES[ordinal % SERVER_ROLES.length] ?? SERVER_ROLES[0];
  }

  private machine(
    index: number,
    ordinal: number,
    role: MachineRole,
    code: string,
    place: Pick<Machine, 'department' | 'site' | 'operatingSystem' | 'user'>,
  ): Machine {
    const number = String(ordinal + 1).padStart(role === 'workstation' ? 5 : 3, '0');
    const host = `${this.places.site(place.site).code}-${code}${number}`;
    return { index, ordinal, role, sid: this.plan.computerSid(index), host, ...place };
  }
}
