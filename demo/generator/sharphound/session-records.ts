import type { Directory } from '../directory/directory.js';
import type { Machine } from '../directory/machines.js';
import { collected, notCollected } from './records.js';

interface Session {
  readonly UserSID: string;
  readonly ComputerSID: string;
}

/** Kinds of sign-in as Windows counts them: at the keyboard, over the network, as a service, by remote desktop. */
const LOGON_TYPES = [2, 3, 5, 10] as const;

/** Sessions of users: inside of the computers file for workstations, in a file of their own for servers. */
export class SessionRecords {
  constructor(private readonly directory: Directory) {}

  /** `Sessions`, `PrivilegedSessions` and `RegistrySessions` of a computers record. */
  ofComputer(machine: Machine): Readonly<Record<string, object>> {
    const random = this.directory.plan.random('sessions', machine.index);
    if (random.chance(0.12)) {
      const refused = notCollected({ Results: [] }, 'ErrorAccessDenied');
      return { Sessions: refused, PrivilegedSessions: refused, RegistrySessions: refused };
    }
    const own = machine.user === undefined || random.chance(0.2) ? [] : [this.directory.plan.userSid(machine.user)];
    const visitors = random.chance(0.08) ? [this.visitor(machine)] : [];
    const sessions = [...own, ...visitors].map((sid) => ({ UserSID: sid, ComputerSID: machine.sid }));
    return {
      Sessions: collected({ Results: [] }),
      PrivilegedSessions: collected({ Results: sessions }),
      RegistrySessions: collected({ Results: sessions.slice(0, 1) }),
    };
  }

  /** The items of a SharpHound sessions file. */
  *all(): Generator<object> {
    const { machines, plan } = this.directory;
    for (let ordinal = 0; ordinal < machines.servers; ordinal++) {
      const random = plan.random('server-sessions', ordinal);
      const machine = machines.server(ordinal);
      const count = random.between(0, 3);
      for (const session of Array.from({ length: count }, () => this.serverSession(machine, random.below(4)))) {
        yield { ...session, LogonType: random.pick(LOGON_TYPES) };
      }
    }
  }

  /** A visitor of a workstation: mostly the helpdesk, rarely an administrator of the domain. */
  private visitor(machine: Machine): string {
    const { accounts, plan } = this.directory;
    const random = plan.random('visitor', machine.index);
    if (random.chance(0.05)) return accounts.sid('domain-admin', random.below(accounts.domainAdmins));
    return accounts.sid('person', accounts.personOfDepartment(0, random.below(accounts.helpdesk)));
  }

  private serverSession(machine: Machine, salt: number): Session {
    const { accounts, plan } = this.directory;
    const random = plan.random('server-session', machine.index, salt);
    const isService = random.chance(0.5);
    const sid = isService
      ? accounts.sid('service', random.below(accounts.services))
      : accounts.sid('server-admin', random.below(accounts.serverAdmins));
    return { UserSID: sid, ComputerSID: machine.sid };
  }
}
