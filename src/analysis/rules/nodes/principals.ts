import { Cache } from '../../../base/values/cache.js';
import { Kind } from '../../../graph/kinds/kind-catalogue.js';
import { type GraphFacts, type RuleGraph, Trait } from '../../facts/graph-facts.js';
import { NodeBits } from '../../facts/node-bits.js';

/** Sets and members of groups are remembered up to this many bytes each, results up to this many principals, rights up to this many characters. */
const rememberedBytes = 256 * 2 ** 20;

/** Nodes that have a right, and all that have it by membership. */
export interface PrincipalSet {
  /** Identifies the set. */
  readonly key: number;
  /** The holders, without their members. */
  readonly direct: readonly number[];
  /** With members at any depth, but neither members of local administrators nor local administrators as members. */
  readonly all: NodeBits;
  /** Whether Authenticated Users or Everyone is among them: the set excludes nobody. */
  readonly hasEverybody: boolean;
}

/** Sets of principals with their members. Sets and results that were computed once are remembered. */
export class Principals {
  private readonly everybody: readonly number[];
  private readonly members = new Cache<number, NodeBits>(rememberedBytes, ({ bytes }) => bytes);
  private readonly sets = new Cache<string, PrincipalSet>(
    rememberedBytes,
    ({ all, direct }) => all.bytes + 8 * direct.length,
  );
  private nextKey = 0;
  /** The key in {@link sets} by right and node. */
  private readonly rights = new Cache<string, string>(rememberedBytes / 2, ({ length }) => 2 * length);
  private readonly results = new Cache<string, readonly number[]>(rememberedBytes / 2, ({ length }) => 8 * length);

  constructor(
    private readonly graph: RuleGraph,
    private readonly facts: Pick<GraphFacts, 'has'>,
  ) {
    const everybody: number[] = [];
    for (let node = 0; node < graph.size; node++) if (facts.has(node, Trait.IsEverybody)) everybody.push(node);
    this.everybody = everybody;
  }

  /** The nodes with an edge of one of these kinds to a node. */
  holders(kinds: readonly number[], node: number): PrincipalSet {
    const right = `${kinds.join()}>${node}`;
    const knownKey = this.rights.get(right);
    const known = knownKey === undefined ? undefined : this.sets.get(knownKey);
    if (known) return known;
    const holders = new Set<number>();
    for (const kind of kinds) this.graph.sources(node, kind, (holder) => holders.add(holder));
    const set = this.setOf(holders);
    this.rights.set(right, set.direct.join(' '));
    return set;
  }

  setOf(holders: Iterable<number>): PrincipalSet {
    const direct = [...new Set(holders)].toSorted((one, other) => one - other);
    const holdersKey = direct.join(' ');
    const known = this.sets.get(holdersKey);
    if (known) return known;
    const all = this.withMembers(direct);
    const set = { key: this.nextKey++, direct, all, hasEverybody: this.everybody.some((node) => all.has(node)) };
    this.sets.set(holdersKey, set);
    return set;
  }

  /**
   * The fewest principals that stand for all that are in each set: a group, and not each of its members, because paths follow
   * memberships. A set that everybody is in excludes nobody, so it is left out. If all are left out, the result is the holders of all sets.
   * The order of the sets counts: groups are looked for among the first, and in the members of its holders.
   */
  inAll(sets: readonly PrincipalSet[]): readonly number[] {
    const key = sets.map((set) => set.key).join('|');
    const known = this.results.get(key);
    if (known) return known;
    const result = this.shortestInAll(sets);
    this.results.set(key, result);
    return result;
  }

  /** Whether {@link inAll} can have a result. It is cheaper. */
  meet(sets: readonly PrincipalSet[]): boolean {
    return NodeBits.haveCommon(sets.filter(({ hasEverybody }) => !hasEverybody).map(({ all }) => all));
  }

  /** A node and its members at any depth. Local administrators are without members, and no members of others. */
  membersOf(node: number): NodeBits {
    const known = this.members.get(node);
    if (known) return known;
    const { graph, facts } = this;
    const members = NodeBits.of(graph.size, [node]);
    const isAdministrators = (it: number) => facts.has(it, Trait.LocalAdministrators);
    const open = isAdministrators(node) ? [] : [node];
    const add = (member: number) => {
      if (!isAdministrators(member) && members.add(member)) open.push(member);
    };
    for (let next = open.pop(); next !== undefined; next = open.pop())
      for (const kind of [Kind.MemberOf, Kind.MemberOfLocalGroup]) graph.sources(next, kind, add);
    this.members.set(node, members);
    return members;
  }

  /** An empty set of nodes. */
  none(): NodeBits {
    return new NodeBits(this.graph.size);
  }

  isGroup(node: number): boolean {
    return this.graph.hasKind(node, Kind.Group) || this.graph.hasKind(node, Kind.ADLocalGroup);
  }

  private isAccount(node: number): boolean {
    const kind = this.graph.kindOf(node);
    return kind === Kind.User || kind === Kind.Computer;
  }

  private shortestInAll(sets: readonly PrincipalSet[]): readonly number[] {
    if (!this.meet(sets)) return [];
    const [first, ...others] = sets.filter(({ hasEverybody }) => !hasEverybody);
    if (!first) return [...new Set(sets.flatMap(({ direct }) => direct))];
    const [second, ...rest] = others;
    if (!second) return first.direct;

    const common = rest.reduce((all, set) => all.and(set.all), second.all);
    const found = first.direct.filter((node) => common.has(node));
    const opened = first.direct.filter((node) => !common.has(node));
    const nested = this.withMembers(opened).and(common);
    const groups = [...nested].filter((node) => this.isGroup(node));
    const covered = this.withMembers(groups);
    return [...new Set([...found, ...groups, ...[...nested].filter((node) => !covered.has(node))])];
  }

  private withMembers(nodes: readonly number[]): NodeBits {
    const all = NodeBits.of(this.graph.size, nodes);
    for (const node of nodes) if (!this.isAccount(node)) all.addAll(this.membersOf(node));
    return all;
  }
}
