import { Cache } from '../../../base/values/cache.js';
import { Kind } from '../../../graph/kinds/kind-catalogue.js';
import { type GraphFacts, type RuleGraph, Trait } from '../../facts/graph-facts.js';
import { addMembers, type Rule, type RuleInput } from '../rule.js';

const principals = [Kind.User, Kind.Group, Kind.Computer];

/** Members of any depth are remembered for later groups, up to this many in all. */
const rememberedBytes = 256 * 1024 ** 2;

/** Of a member in a set. */
const memberBytes = 30;

/**
 * Rights on a computer by membership in its local groups. Nested groups are not expanded, because paths follow MemberOf. If the right
 * to log on by remote desktop was collected, a member of the remote desktop users needs this right too; nested members of both are compared.
 * On hosts of Citrix its group Direct Access Users is needed, too, if a setting says so.
 */
export const localGroupRights: Rule = {
  kinds: [Kind.AdminTo, Kind.CanRDP, Kind.CanPSRemote, Kind.ExecuteDCOM],
  derive: (input) => {
    const { graph, facts, emit } = input;
    const desktop = new DesktopRights(input);
    for (let group = 0; group < graph.size; group++) {
      if (facts.has(group, Trait.RemoteDesktopUsers))
        graph.targets(group, Kind.LocalToComputer, (computer) => desktop.derive(group, computer));
      const right = rightOf(group, facts);
      if (right !== null)
        graph.targets(group, Kind.LocalToComputer, (computer) =>
          directMembers(graph, group, principals, (member) => emit(member, right, computer)),
        );
    }
  },
};

/** The right that every member of a local group has. */
function rightOf(group: number, facts: GraphFacts): number | null {
  if (facts.has(group, Trait.LocalAdministrators)) return Kind.AdminTo;
  if (facts.has(group, Trait.RemoteManagementUsers)) return Kind.CanPSRemote;
  return facts.has(group, Trait.DistributedComUsers) ? Kind.ExecuteDCOM : null;
}

function directMembers(
  graph: RuleGraph,
  group: number,
  kinds: readonly number[],
  visit: (member: number) => void,
): void {
  graph.sources(group, Kind.MemberOfLocalGroup, (member) => {
    if (kinds.some((kind) => graph.hasKind(member, kind))) visit(member);
  });
}

class DesktopRights {
  private readonly known = new Cache<number, ReadonlySet<number>>(rememberedBytes, ({ size }) => size * memberBytes);

  constructor(private readonly input: RuleInput) {}

  derive(group: number, computer: number): void {
    const { graph, facts, emit } = this.input;
    const emitMember = (member: number) => emit(member, Kind.CanRDP, computer);
    const holders = this.logonHolders(computer);
    const citrixGroup = facts.withCitrix ? this.directAccessUsers(computer) : undefined;
    if (citrixGroup !== undefined)
      this.citrixUsers([[group], [citrixGroup], ...(holders ? [holders] : [])], emitMember);
    else if (!holders) directMembers(graph, group, principals, emitMember);
    else if (holders.has(group)) directMembers(graph, group, [Kind.User, Kind.Group], emitMember);
    else for (const holder of holders) this.sharedMembers(holder, group, emitMember);
  }

  /** The holders of the right to log on by remote desktop; null if user rights were not collected. */
  private logonHolders(computer: number): ReadonlySet<number> | null {
    const { graph, facts } = this.input;
    if (!facts.has(computer, Trait.HasUserRights)) return null;
    const holders = new Set<number>();
    for (const kind of [Kind.RemoteInteractiveLogonRight, Kind.RemoteInteractiveLogonPrivilege])
      graph.sources(computer, kind, (holder) => holders.add(holder));
    return holders;
  }

  private directAccessUsers(computer: number): number | undefined {
    const { graph, facts } = this.input;
    let found: number | undefined;
    graph.sources(computer, Kind.LocalToComputer, (group) => {
      if (facts.has(group, Trait.DirectAccessUsers)) found = group;
    });
    return found;
  }

  private citrixUsers(holders: readonly Iterable<number>[], visit: (user: number) => void): void {
    const { graph, principals: known } = this.input;
    for (const user of known.inAll(holders.map((set) => known.setOf(set))))
      if (principals.some((kind) => graph.hasKind(user, kind))) visit(user);
  }

  /** The holder of the right if it is in the group; else those who are in both. */
  private sharedMembers(holder: number, group: number, visit: (member: number) => void): void {
    const inGroup = this.membersOf(group);
    if (inGroup.has(holder)) {
      visit(holder);
      return;
    }
    const inHolder = this.membersOf(holder);
    const [fewer, others] = inGroup.size < inHolder.size ? [inGroup, inHolder] : [inHolder, inGroup];
    for (const member of fewer)
      if (others.has(member) && principals.some((kind) => this.input.graph.hasKind(member, kind))) visit(member);
  }

  /** At any depth, but not through local administrators. */
  private membersOf(root: number): ReadonlySet<number> {
    const known = this.known.get(root);
    if (known) return known;
    const { graph, facts } = this.input;
    const isOpen = (node: number) => !facts.has(node, Trait.LocalAdministrators);
    const members = addMembers(graph, new Set([root]), [Kind.MemberOf, Kind.MemberOfLocalGroup], isOpen);
    members.delete(root);
    this.known.set(root, members);
    return members;
  }
}
