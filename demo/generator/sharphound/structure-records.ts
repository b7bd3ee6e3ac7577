import { computer, group, inContainer, inUnit, type TypedPrincipal } from '../directory/principals.js';
import { CONTAINERS } from '../directory/containers.js';
import { Records } from './aces.js';
import { objectFrame, objectIdentity } from './records.js';

/** Maximum number of computers of a unit that are named as reached by a policy; real collectors name all of them. */
const AFFECTED = 25;

/** The items of SharpHound's domains, ous, containers and gpos files. */
export class StructureRecords extends Records {
  *domains(): Generator<object> {
    const { plan } = this.directory;
    yield {
      GPOChanges: gpoChanges([], []),
      Properties: {
        domain: plan.domain.name,
        name: plan.domain.name,
        distinguishedname: plan.domain.distinguishedName,
        domainsid: plan.domain.sid,
        isaclprotected: false,
        description: null,
        whencreated: plan.nowSeconds - 3_600 * 24 * 3_650,
        functionallevel: '2016',
        collected: true,
      },
      ChildObjects: [],
      Trusts: [
        {
          TargetDomainSid: plan.trusted.sid,
          TargetDomainName: plan.trusted.name,
          IsTransitive: true,
          SidFilteringEnabled: true,
          TrustDirection: 'Bidirectional',
          TrustType: 'Forest',
        },
      ],
      Links: this.links(''),
      ...objectFrame(plan.domain.sid, this.domainAces(), null),
    };
  }

  *units(): Generator<object> {
    const { units } = this.directory;
    for (const unit of units.all()) {
      yield {
        GPOChanges: this.gpoChangesOf(unit.path),
        Properties: {
          ...this.properties(unit.name, unit.distinguishedName),
          description: unit.description,
          blocksinheritance: unit.blocksInheritance,
        },
        Links: this.links(unit.path),
        ChildObjects: [],
        ...objectFrame(
          unit.id,
          this.aces.structure(),
          unit.parent === undefined ? this.domain() : inUnit(units.get(unit.parent).id),
        ),
      };
    }
  }

  *containers(): Generator<object> {
    const { containers } = this.directory;
    for (const container of containers.all()) {
      const isGuard = container.path === CONTAINERS.adminSdHolder;
      yield {
        Properties: this.properties(container.name, container.distinguishedName, isGuard),
        ChildObjects: [],
        ...objectFrame(
          container.id,
          isGuard ? this.aces.protectedObject() : this.aces.structure(),
          container.parent === undefined ? this.domain() : inContainer(containers.get(container.parent).id),
          isGuard,
        ),
      };
    }
  }

  *policies(): Generator<object> {
    const { plan, containers, groups, policies } = this.directory;
    const home = containers.get(CONTAINERS.policies);
    for (const { id, folder, name } of policies.all()) {
      const aces = this.aces.structure();
      if (name === 'Desktop Baseline') aces.push(this.aces.group(groups.sidOf('CLIENT-SUPPORT'), 'GenericWrite'));
      yield {
        Properties: {
          ...this.properties(name.toUpperCase(), `CN={${folder}},${home.distinguishedName}`),
          gpcpath: `\\\\${plan.domain.name}\\SYSVOL\\${plan.domain.name}\\POLICIES\\{${folder}}`,
        },
        ...objectFrame(id, aces, inContainer(home.id)),
      };
    }
  }

  private links(path: string) {
    return this.directory.policies.linkedTo(path).map(({ id, isEnforced }) => ({ IsEnforced: isEnforced, GUID: id }));
  }

  private domain(): TypedPrincipal {
    return { ObjectIdentifier: this.directory.plan.domain.sid, ObjectType: 'Domain' };
  }

  private properties(name: string, distinguishedName: string, isProtected = false) {
    const { plan } = this.directory;
    return {
      ...objectIdentity(plan.domain, name, distinguishedName),
      isaclprotected: isProtected,
      description: null,
      whencreated: plan.daysAgo(plan.random('structure', distinguishedName), 3_600, 600),
    };
  }

  /** Replication belongs to the administrators and, as in many real domains, to the account that feeds the cloud. */
  private domainAces() {
    const { plan, accounts } = this.directory;
    const sync = accounts.sid('service', accounts.services - 1);
    return [
      this.aces.group(this.aces.administrators, 'Owns'),
      ...['WriteDacl', 'WriteOwner', 'AllExtendedRights', 'GetChanges', 'GetChangesAll'].map((right) =>
        this.aces.group(this.aces.administrators, right),
      ),
      this.aces.group(this.aces.domainAdmins, 'WriteDacl'),
      this.aces.group(this.aces.domainAdmins, 'WriteOwner'),
      this.aces.group(this.aces.enterpriseAdmins, 'GenericAll'),
      this.aces.group(plan.wellKnownSid('S-1-5-9'), 'GetChanges'),
      this.aces.group(plan.domainSid(516), 'GetChangesAll'),
      this.aces.user(sync, 'GetChanges'),
      this.aces.user(sync, 'GetChangesAll'),
    ];
  }

  /** Policies of the servers' units put in the administrators that the servers' local groups show. */
  private gpoChangesOf(path: string) {
    const { groups, machines, places } = this.directory;
    const [top, code] = path.split('/');
    if (top !== 'SERVERS' || code === undefined) return gpoChanges([], []);
    const affected: TypedPrincipal[] = [];
    for (let ordinal = 0; ordinal < machines.servers && affected.length < AFFECTED; ordinal++) {
      const server = machines.server(ordinal);
      if (places.department(server.department).code === code) affected.push(computer(server.sid));
    }
    return gpoChanges(affected, [group(groups.sidOf(`ADM-SRV-${code}`))]);
  }
}

function gpoChanges(affected: readonly TypedPrincipal[], localAdmins: readonly TypedPrincipal[]) {
  return {
    LocalAdmins: localAdmins,
    RemoteDesktopUsers: [],
    DcomUsers: [],
    PSRemoteUsers: [],
    AffectedComputers: affected,
  };
}
