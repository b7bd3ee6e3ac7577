import { computer, inUnit, type TypedPrincipal } from '../directory/principals.js';
import type { Directory } from '../directory/directory.js';
import type { Machine } from '../directory/machines.js';
import type { Random } from '../random.js';
import { Records } from './aces.js';
import { collected, notCollected, objectFrame, type Ace, type LocalGroup } from './records.js';
import { SessionRecords } from './session-records.js';
import { LOCAL_GROUPS } from '../directory/local-rights.js';

/** The items of a SharpHound computers file. */
export class ComputerRecords extends Records {
  private readonly sessions = new SessionRecords(this.directory);

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
      ...networkServices(machine),
      Status: null,
      IsDC: isController,
      DomainSID: plan.domain.sid,
      ...objectFrame(machine.sid, this.acesOf(machine), inUnit(units.ofMachine(machine).id), isController),
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

  /** The first web server may impersonate any user on the first application server. */
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

/** One old server has unconstrained delegation, so it keeps the tickets of its visitors. */
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

/** Answers of servers and domain controllers. Only the old print server accepts unsigned SMB. */
function networkServices(machine: Machine): object {
  if (machine.role === 'workstation') return {};
  const signs = !isOldPrintPath(machine);
  return {
    NTLMRegistryData: collected({
      Result: { RestrictSendingNtlmTraffic: 0, RequireSecuritySignature: signs ? 1 : 0, EnableSecuritySignature: 1 },
    }),
    SmbInfo: collected({ Result: { SigningEnabled: signs } }),
    IsWebClientRunning: collected({ Result: false }),
  };
}

/** The local groups of a domain controller are groups of the domain; SharpHound writes this in place of their names. */
const NAMED_ELSEWHERE = 'IGNOREME';

/** `LocalGroups` of a computer. Some computers refuse to list groups other than the administrators. */
function localGroupsOf(directory: Directory, machine: Machine): readonly LocalGroup[] {
  const { plan, localRights } = directory;
  const hostName = `${machine.host}.${plan.domain.name}`;
  const isController = machine.role === 'domain-controller';
  const isSilent = !isController && plan.random('silent', machine.index).chance(0.05);
  return LOCAL_GROUPS.map(({ rid, name }) => {
    const content = {
      ObjectIdentifier: isController ? plan.wellKnownSid(`S-1-5-32-${rid}`) : `${machine.sid}-${rid}`,
      Name: isController ? NAMED_ELSEWHERE : `${name}@${hostName}`,
      Results: localRights.membersOf(machine, rid),
      LocalNames: rid === 544 && !isController ? [localAdministrator(machine, hostName)] : [],
    };
    const isRefused = isSilent && rid !== 544;
    return isRefused ? notCollected({ ...content, Results: [] }, 'ErrorAccessDenied') : collected(content);
  });
}

function localAdministrator({ sid }: Machine, hostName: string) {
  return { ObjectIdentifier: `${sid}-500`, PrincipalName: `ADMINISTRATOR@${hostName}` };
}

/** `UserRights` of a server or domain controller: the principals that may sign in by remote desktop. */
function userRightsOf(directory: Directory, machine: Machine): readonly object[] {
  if (machine.role === 'workstation') return [];
  const content = { Privilege: 'SeRemoteInteractiveLogonRight', LocalNames: [] };
  if (machine.role === 'domain-controller') {
    const administrators = directory.plan.wellKnownSid('S-1-5-32-544');
    return [collected({ ...content, Results: [{ ObjectIdentifier: administrators, ObjectType: 'Group' }] })];
  }
  const Results: readonly TypedPrincipal[] = [544, 555].map((rid) => ({
    ObjectIdentifier: `${machine.sid}-${rid}`,
    ObjectType: 'LocalGroup',
  }));
  return [collected({ ...content, Results })];
}
