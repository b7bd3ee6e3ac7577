import { computer, type TypedPrincipal } from '../directory/principals.js';
import type { Directory } from '../directory/directory.js';
import type { Machine } from '../directory/machines.js';
import type { Random } from '../random.js';
import { Aces } from './aces.js';
import { localGroupsOf, userRightsOf } from './local-group-records.js';
import { collected, objectFrame, type Ace } from './records.js';
import { SessionRecords } from './session-records.js';

/** The items of a SharpHound computers file. */
export class ComputerRecords {
  private readonly aces: Aces;
  private readonly sessions: SessionRecords;

  constructor(private readonly directory: Directory) {
    this.aces = new Aces(directory.plan);
    this.sessions = new SessionRecords(directory);
  }

  *all(): Generator<object> {
    for (let index = 0; index < this.directory.plan.sizes.computers; index++) {
      yield this.record(this.directory.machines.get(index));
    }
  }

  private record(machine: Machine): object {
    const { plan, units } = this.directory;
    const isController = machine.role === 'domain-controller';
    return {
      Properties: this.properties(machine),
      PrimaryGroupSID: plan.domainSid(isController ? 516 : 515),
      AllowedToDelegate: [],
      AllowedToAct: this.allowedToAct(machine),
      HasSIDHistory: [],
      DumpSMSAPassword: [],
      ...this.sessions.ofComputer(machine),
      LocalGroups: localGroupsOf(this.directory, machine),
      UserRights: userRightsOf(this.directory, machine),
      DCRegistryData: registryData(isController),
      Status: null,
      IsDC: isController,
      DomainSID: plan.domain.sid,
      ...objectFrame({
        Aces: this.acesOf(machine),
        ObjectIdentifier: machine.sid,
        IsACLProtected: isController,
        ContainedBy: { ObjectIdentifier: units.ofMachine(machine).id, ObjectType: 'OU' },
      }),
    };
  }

  private properties(machine: Machine) {
    const { plan, units } = this.directory;
    const random = plan.random('computer', machine.index);
    const hostName = `${machine.host}.${plan.domain.name}`;
    const isController = machine.role === 'domain-controller';
    return {
      domain: plan.domain.name,
      name: hostName,
      distinguishedname: `CN=${machine.host},${units.ofMachine(machine).distinguishedName}`,
      domainsid: plan.domain.sid,
      samaccountname: `${machine.host}$`,
      haslaps: machine.role === 'workstation' && !random.chance(0.15),
      isaclprotected: isController,
      description: null,
      ...this.times(machine, random),
      enabled: true,
      unconstraineddelegation: isController || isOldPrintPath(machine),
      trustedtoauth: false,
      isdc: isController,
      serviceprincipalnames: servicePrincipalNames(machine, hostName),
      email: null,
      operatingsystem: machine.operatingSystem,
      sidhistory: [],
    };
  }

  private times(machine: Machine, random: Random) {
    const { plan } = this.directory;
    const lastSignIn = plan.daysAgo(random, machine.role === 'workstation' ? 40 : 8, 0.1);
    return {
      whencreated: plan.daysAgo(random, 2_000, 60),
      lastlogon: lastSignIn,
      lastlogontimestamp: lastSignIn,
      pwdlastset: plan.daysAgo(random, 35, 0.5),
    };
  }

  /** The first web server may act for anybody on the first application server. */
  private allowedToAct({ role, sid }: Machine): readonly TypedPrincipal[] {
    const { machines } = this.directory;
    const target = machines.nthServer('application-server', 0);
    const actor = machines.nthServer('web-server', 0);
    return role === 'application-server' && target?.sid === sid && actor !== undefined ? [computer(actor.sid)] : [];
  }

  private acesOf(machine: Machine): readonly Ace[] {
    if (machine.role === 'domain-controller') return this.aces.protectedObject();
    const { plan, places, groups, accounts } = this.directory;
    const random = plan.random('computer-aces', machine.index);
    const aces = [...this.aces.ordinaryObject(machine.sid), ...this.aces.keyAdmins()];
    if (machine.role === 'workstation') {
      const siteAdmins = groups.sidOf(`ADM-WKS-${places.site(machine.site).code}`);
      aces.push(
        this.aces.group(siteAdmins, 'ReadLAPSPassword'),
        this.aces.group(siteAdmins, 'WriteAccountRestrictions'),
      );
    }
    if (random.chance(0.02)) {
      const joiner = accounts.sid('server-admin', random.below(accounts.serverAdmins));
      aces.push(this.aces.user(joiner, random.pick(['GenericWrite', 'AllExtendedRights', 'AddAllowedToAct'])));
    }
    return aces;
  }
}

/** One server was set up long ago and may still keep the tickets of everybody who visits it. */
function isOldPrintPath({ role, ordinal }: Machine): boolean {
  return role === 'file-server' && ordinal === 6;
}

function servicePrincipalNames({ host, role }: Machine, hostName: string): readonly string[] {
  const names = [`HOST/${host}`, `HOST/${hostName}`, `RestrictedKrbHost/${host}`, `RestrictedKrbHost/${hostName}`];
  if (role === 'workstation') return names;
  const own = role === 'domain-controller' ? [`ldap/${hostName}`, `GC/${hostName}`] : [];
  return [...names, `TERMSRV/${hostName}`, ...own];
}

function registryData(isController: boolean) {
  return {
    CertificateMappingMethods: isController ? collected({ Value: 24 }) : null,
    StrongCertificateBindingEnforcement: isController ? collected({ Value: 1 }) : null,
  };
}
