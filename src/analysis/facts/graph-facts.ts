import { addToGroup } from '../../base/values/group-by.js';
import type { Graph } from '../../graph/memory/graph.js';
import { statedFlags } from '../../graph/store/edge-flag.js';
import type { Properties } from '../../graph/records.js';
import type { RuleSettings } from './rule-settings.js';
import type { EdgeLists } from './edge-lists.js';
import type { SkippedCount } from './skipped-objects.js';
import type { CloudRole, ScopedRole, Unit } from './role-facts.js';
import type { RuleNodes } from './rule-nodes.js';

/** The part of the graph that rules walk. */
export type RuleGraph = Pick<
  Graph,
  'size' | 'kindOf' | 'hasKind' | 'blocksInheritance' | 'environmentOf' | 'targets' | 'sources'
>;

/** Whether an edge of a kind leads into a node (`sources`), or out of it (`targets`). */
export function hasEdge(graph: RuleGraph, ends: 'sources' | 'targets', node: number, kind: number): boolean {
  let has = false;
  graph[ends](node, kind, () => (has = true));
  return has;
}

/** Whether sources state an edge. */
export function isStated(graph: Pick<Graph, 'flagsOf'>, source: number, kind: number, target: number): boolean {
  return ((graph.flagsOf(source, kind, target) ?? 0) & statedFlags) !== 0;
}

/** Properties of nodes that rules depend on, as bits. */
export const Trait = {
  /** Local administrators: the object id ends with -544. */
  LocalAdministrators: 1,
  /** -555 */
  RemoteDesktopUsers: 1 << 1,
  /** -562 */
  DistributedComUsers: 1 << 2,
  /** -580 */
  RemoteManagementUsers: 1 << 3,
  /** User rights of the computer were collected. */
  HasUserRights: 1 << 4,
  /** The computer keeps the password of its local administrator in the directory. */
  HasLaps: 1 << 5,
  /** Cloud roles may be assigned to the group. */
  IsRoleAssignable: 1 << 6,
  /** A cloud device. */
  RunsWindows: 1 << 7,
  /** An enabled user whose password can be guessed by tickets for its service. */
  IsRoastable: 1 << 8,
  /** The container whose permissions are stamped on privileged accounts. */
  IsAdminSdHolder: 1 << 9,
  /** Authenticated Users or Everyone. */
  IsEverybody: 1 << 10,
  /** The account of the computer is enabled. */
  IsEnabledComputer: 1 << 11,
  /** A computer or a managed service account: a domain may take the implicit rights of their owners away. */
  MayLimitOwners: 1 << 12,
  /** A domain that does so. */
  LimitsOwners: 1 << 13,
  /** Domain Admins or Enterprise Admins. */
  IsDomainAdmins: 1 << 14,
  /** Authenticated Users of a domain. */
  IsAuthenticatedUsers: 1 << 15,
  /** Protected Users of a domain whose functional level keeps their members from NTLM. */
  ProtectsMembers: 1 << 16,
  /** Privileged, so that the permissions of AdminSDHolder are stamped on it. */
  IsProtectedByAdminSdHolder: 1 << 17,
  /** A user that is no managed service account. */
  IsOrdinaryUser: 1 << 18,
  /** A computer that does not demand signed SMB. */
  AcceptsUnsignedSmb: 1 << 19,
  /** A computer that sends NTLM to other computers. */
  SendsNtlm: 1 << 20,
  /** A computer whose WebClient service runs. */
  RunsWebClient: 1 << 21,
  /** A computer without the property: whether it is enabled, demands signed SMB, restricts NTLM, runs WebClient is not known. */
  LacksEnabled: 1 << 22,
  LacksSmbSigning: 1 << 23,
  LacksNtlmRestriction: 1 << 24,
  LacksWebClient: 1 << 25,
  /** The group of Citrix whose members alone may use remote desktop. */
  DirectAccessUsers: 1 << 26,
  /** Of a kind with few nodes; rules read many of its properties. */
  HasReadProperties: 1 << 27,
  /** A user whose account name ends like an account for a trust. */
  MayBeTrustAccount: 1 << 28,
  /** A service principal that Azure signs in for a resource. */
  IsManagedIdentity: 1 << 29,
  /** A cloud user of another tenant, which keeps the password. */
  IsExternal: 1 << 30,
  /** A group of Microsoft 365. */
  IsUnified: 1 << 31,
} as const;

/** A domain or tenant, as stored. */
export interface StoredEnvironment {
  /** Its place in the graph. */
  readonly id: number;
  readonly objectid: string;
  readonly kind: number;
  /** False for a domain that is known by reference. */
  readonly isCollected: boolean;
}

/** A domain or tenant. */
interface EnvironmentNode extends StoredEnvironment {
  /** The number of the environment in the graph; -1 if no node belongs to it. */
  readonly environment: number;
}

/** Data of nodes that the database has and the graph in memory has not. */
export interface StoredFacts extends RuleSettings {
  /** Bits of {@link Trait} by place. */
  readonly traits: Uint32Array;
  /** By place: all properties of domains, domain controllers, certificate templates and enterprise certificate authorities. */
  readonly properties: ReadonlyMap<number, Properties>;
  /** Accounts that a domain may have made for a trust: domain and user. */
  readonly trustAccounts: readonly (readonly [domain: number, account: number])[];
  /** By place: when a user or a computer with Windows last used the domain, in seconds; 0: not known. */
  readonly lastActivity: Float64Array;
  /** The nodes of the conditions of the rules of tier zero. */
  readonly ruleNodes: RuleNodes;
  readonly environments: readonly StoredEnvironment[];
  readonly roles: readonly CloudRole[];
  readonly scopedRoles: readonly ScopedRole[];
  readonly units: readonly Unit[];
  /** The edges that follow from the properties of two nodes. */
  readonly linked: EdgeLists;
  /** Kinds whose edges `linked` lacks, because there are too many. */
  readonly skipped: readonly SkippedCount[];
}

/** Data that rules use beside the walks of a graph. */
export class GraphFacts implements RuleSettings {
  readonly environments: readonly EnvironmentNode[];
  readonly roles: readonly CloudRole[];
  readonly scopedRoles: readonly ScopedRole[];
  readonly units: readonly Unit[];
  readonly linked: EdgeLists;
  readonly lastActivity: Float64Array;
  readonly trustAccounts: StoredFacts['trustAccounts'];
  readonly withCitrix: boolean;
  readonly withNewer: boolean;
  private readonly byKind = new Map<number, readonly number[]>();
  private readonly byEnvironment = new Map<number, Map<number, number[]>>();

  constructor(
    private readonly graph: Pick<Graph, 'size' | 'kindOf' | 'environments' | 'environmentOf' | 'flagsOf'>,
    private readonly stored: StoredFacts,
    /** The edges that sources state, of kinds that rules start from. */
    readonly stated: EdgeLists,
  ) {
    this.environments = stored.environments.map((node) => ({
      ...node,
      environment: graph.environments.indexOf(node.objectid),
    }));
    this.roles = stored.roles;
    this.scopedRoles = stored.scopedRoles;
    this.units = stored.units;
    this.linked = stored.linked;
    this.lastActivity = stored.lastActivity;
    this.trustAccounts = stored.trustAccounts;
    this.withCitrix = stored.withCitrix;
    this.withNewer = stored.withNewer;
  }

  /** @param traits bits of {@link Trait}; one is enough */
  has(node: number, traits: number): boolean {
    return ((this.stored.traits[node] ?? 0) & traits) !== 0;
  }

  /** The properties of a domain, domain controller, certificate template or enterprise certificate authority. */
  propertiesOf(node: number): Properties {
    return this.stored.properties.get(node) ?? {};
  }

  ofKind(kind: number): readonly number[] {
    let nodes = this.byKind.get(kind);
    if (!nodes) {
      const found: number[] = [];
      for (let node = 0; node < this.graph.size; node++) if (this.graph.kindOf(node) === kind) found.push(node);
      this.byKind.set(kind, (nodes = found));
    }
    return nodes;
  }

  /** @param environment -1: no nodes */
  inEnvironment(environment: number, kind: number): readonly number[] {
    let nodes = this.byEnvironment.get(kind);
    if (!nodes) {
      this.byEnvironment.set(kind, (nodes = new Map<number, number[]>()));
      for (const node of this.ofKind(kind)) {
        const its = this.graph.environmentOf(node);
        if (its >= 0) addToGroup(nodes, its, node);
      }
    }
    return nodes.get(environment) ?? [];
  }
}
