import fc from 'fast-check';
import { Kind } from '../kinds/kind-catalogue.js';
import { edgesIn, memoryGraphOf, type PlainEdge, type PlainGraph } from '../memory/graph-data.fixture.js';
import type { MemoryGraph } from '../memory/memory-graph.js';
import { onlyLinksFlag, PropertyFlag } from '../store/edge-flag.js';

type NodeKind =
  'User' | 'Computer' | 'Group' | 'GPO' | 'Domain' | 'OU' | 'Container' | 'Site' | 'SiteServer' | 'SiteSubnet';

/** A directory as a test writes it. */
interface WrittenDirectory {
  /** By kind: the names of the nodes, with spaces between. `!`: protected; `|`: blocks inheritance. */
  readonly nodes: Partial<Record<NodeKind, string>>;
  /** `Ann GenericAll P`; a link that is enforced: `P GPLink! A`; limited to rights to link: `Ann OwnsLimitedRights~ A`. */
  readonly edges: readonly string[];
}

/** A small graph whose nodes have names. */
export class Directory {
  readonly plain: PlainGraph;
  readonly graph: MemoryGraph;
  private readonly names: string[] = [];

  constructor({ nodes, edges }: WrittenDirectory) {
    const [kinds, guarded, blocking]: [number[], number[], number[]] = [[], [], []];
    for (const [kind, names] of Object.entries(nodes))
      for (const text of names.split(' ')) {
        const node = this.names.push(text.replaceAll(/[!|]/g, '')) - 1;
        kinds.push(Kind[kind as NodeKind]);
        if (text.includes('!')) guarded.push(node);
        if (text.includes('|')) blocking.push(node);
      }
    const plainEdges = edges.map((text) => {
      const [source = '', kind = '', target = ''] = text.split(' ');
      const flags = { '!': PropertyFlag.enforced, '~': onlyLinksFlag }[kind.at(-1)!] ?? 0;
      const name = kind.replace(/[!~]/, '') as keyof typeof Kind;
      return { source: this.id(source), kind: Kind[name], target: this.id(target), flags, lists: 'source' as const };
    });
    this.plain = { kinds, edges: plainEdges, changed: null, former: [], protected: guarded, blocking };
    this.graph = memoryGraphOf(this.plain);
  }

  id(name: string): number {
    const id = this.names.indexOf(name);
    if (id < 0) throw new Error(`there is no node ${name}`);
    return id;
  }

  namesOf(ids: readonly number[]): string[] {
    return ids.map((id) => this.names[id]!).toSorted();
  }
}

type Hold = 'plain' | 'policy' | 'enforced' | 'entries' | 'rights' | 'whole';

/** A node as a walk holds it. */
interface Held {
  readonly node: number;
  readonly hold: Hold;
}

const containers: readonly number[] = [Kind.Domain, Kind.OU, Kind.Container, Kind.Site, Kind.SiteServer];
const entryRights: readonly number[] = [
  Kind.GenericAll,
  Kind.WriteDacl,
  Kind.WriteOwner,
  Kind.Owns,
  Kind.OwnsLimitedRights,
];
const linkRights: readonly number[] = [Kind.WriteGPLink, Kind.GenericWrite];
const linkables: readonly number[] = [Kind.Domain, Kind.OU, Kind.Site];
const byGenericAll: Readonly<Record<number, Hold>> = {
  [Kind.Domain]: 'whole',
  [Kind.OU]: 'rights',
  [Kind.Container]: 'entries',
  [Kind.Site]: 'enforced',
  [Kind.SiteServer]: 'enforced',
};

function linked(flags: number): Hold {
  return flags & PropertyFlag.enforced ? 'enforced' : 'policy';
}

function canLink(kind: number, flags: number): boolean {
  return linkRights.includes(kind) || (kind === Kind.OwnsLimitedRights && (flags & onlyLinksFlag) !== 0);
}

/** Searches with states in the plainest way: a list of edges, and texts. */
export class NaiveWalks {
  private readonly edges: readonly PlainEdge[];

  /** @param isGone whether an edge was removed */
  constructor(
    private readonly plain: PlainGraph,
    isGone: (edge: PlainEdge) => boolean = () => false,
  ) {
    this.edges = edgesIn(plain).filter((edge) => !isGone(edge));
  }

  startAt(node: number): Held {
    return { node, hold: byGenericAll[this.kindOf(node)] ?? 'plain' };
  }

  /** Distances from a start to all nodes that it reaches, in the state that is the nearest. */
  distancesFrom(start: number): Map<number, number> {
    const distances = new Map<string, number>();
    const nodes = new Map<number, number>();
    let level = [this.startAt(start)];
    for (let distance = 0; level.length > 0; distance++) {
      const fresh = level.filter(({ node, hold }) => !distances.has(`${node} ${hold}`));
      for (const { node, hold } of fresh) {
        distances.set(`${node} ${hold}`, distance);
        if (!nodes.has(node)) nodes.set(node, distance);
      }
      level = fresh.flatMap((held) => this.next(held).map(({ to }) => to));
    }
    return nodes;
  }

  /** All paths that hold no node twice in the same way, as texts of nodes; each with its number of steps. */
  simplePaths(start: number, end: number): Map<string, number> {
    const found = new Map<string, number>();
    const go = (path: readonly Held[]) => {
      const last = path.at(-1)!;
      if (last.node === end) {
        found.set(path.map(({ node }) => node).join(), path.length - 1);
        return;
      }
      for (const { to } of this.next(last))
        if (!path.some(({ node, hold }) => node === to.node && hold === to.hold)) go([...path, to]);
    };
    go([this.startAt(start)]);
    return found;
  }

  next(from: Held): { readonly edge: PlainEdge; readonly to: Held }[] {
    return this.edges.flatMap((edge) => {
      if (edge.source !== from.node) return [];
      const hold = this.after(from, edge);
      return hold ? [{ edge, to: { node: edge.target, hold } }] : [];
    });
  }

  private after({ node, hold }: Held, edge: PlainEdge): Hold | null {
    const own = this.kindOf(node);
    if (containers.includes(own)) {
      if (edge.kind === Kind.Contains) return this.below(hold, edge.target);
      if (edge.kind === Kind.ServerIs && own === Kind.SiteServer) {
        if (hold === 'enforced' || hold === 'whole') return 'plain';
        return hold === 'policy' && !this.isBlockedAbove(edge.target) ? 'plain' : null;
      }
      if (!['entries', 'rights', 'whole'].includes(hold)) return null;
    }
    return containers.includes(this.kindOf(edge.target)) ? this.into(edge) : 'plain';
  }

  private into({ source, kind, target, flags = 0 }: PlainEdge): Hold {
    const isGpo = this.kindOf(source) === Kind.GPO;
    const other = this.kindOf(target);
    const linkable = linkables.includes(other);
    if (kind === Kind.GPLink) return isGpo && linkable ? linked(flags) : 'plain';
    if (canLink(kind, flags)) return linkable ? 'enforced' : 'plain';
    if (other === Kind.Domain) return 'whole';
    if (other === Kind.SiteServer || !entryRights.includes(kind)) return 'plain';
    return byGenericAll[other] ?? 'plain';
  }

  private below(hold: Hold, child: number): Hold | null {
    const kind = this.kindOf(child);
    const isContainer = containers.includes(kind);
    const isFree = !this.plain.protected?.includes(child);
    const takesPolicy = kind === Kind.User || kind === Kind.Computer;
    const below: Readonly<Record<Hold, () => Hold | null>> = {
      plain: () => null,
      policy: () => {
        if (!isContainer) return takesPolicy ? 'plain' : null;
        return this.plain.blocking?.includes(child) ? null : 'policy';
      },
      enforced: () => {
        if (isContainer) return 'enforced';
        return takesPolicy ? 'plain' : null;
      },
      entries: () => (isFree ? (byGenericAll[kind] ?? 'plain') : null),
      rights: () => {
        if (isFree) return kind === Kind.Container ? 'rights' : (byGenericAll[kind] ?? 'plain');
        return below.enforced();
      },
      whole: () => (isContainer ? 'whole' : 'plain'),
    };
    return below[hold]();
  }

  private isBlockedAbove(node: number, seen: readonly number[] = []): boolean {
    if (this.plain.blocking?.includes(node)) return true;
    if (seen.includes(node)) return false;
    return edgesIn(this.plain).some(
      ({ source, kind, target }) =>
        target === node && kind === Kind.Contains && this.isBlockedAbove(source, [...seen, node]),
    );
  }

  private kindOf(node: number): number {
    return this.plain.kinds[node]!;
  }
}

const nodeKinds = [
  Kind.User,
  Kind.User,
  Kind.Computer,
  Kind.Group,
  Kind.GPO,
  Kind.Domain,
  Kind.OU,
  Kind.OU,
  Kind.Container,
  Kind.Site,
  Kind.SiteServer,
  Kind.CertTemplate,
];

/** Kinds of edges that states tell apart, and some others. */
export const walkedKinds = [
  Kind.MemberOf,
  Kind.AdminTo,
  Kind.Contains,
  Kind.GPLink,
  Kind.GenericAll,
  Kind.GenericWrite,
  Kind.WriteGPLink,
  Kind.WriteDacl,
  Kind.OwnsLimitedRights,
  Kind.DCSync,
  Kind.ServerIs,
  Kind.SameForestTrust,
  Kind.ProtectAdminGroups,
] as const;

/** Random directories, most of whose edges lead into containers and out of them. */
export function directories(size: number, maxEdges: number): fc.Arbitrary<PlainGraph> {
  const id = fc.nat(size - 1);
  const edge = fc.record({
    source: id,
    kind: fc.oneof(fc.constant(Kind.Contains), fc.constantFrom(...walkedKinds)),
    target: id,
    lists: fc.constant('source' as const),
    flags: fc.constantFrom(0, PropertyFlag.enforced, onlyLinksFlag),
  });
  const plain = fc.record({
    kinds: fc.array(fc.constantFrom(...nodeKinds), { minLength: size, maxLength: size }),
    edges: fc.uniqueArray(edge, {
      maxLength: maxEdges,
      selector: ({ source, kind, target }) => `${source} ${kind} ${target}`,
    }),
    changed: fc.option(fc.uniqueArray(id)),
    former: fc.constant([]),
    protected: fc.uniqueArray(id, { maxLength: 4 }),
    blocking: fc.uniqueArray(id, { maxLength: 3 }),
  });
  // Only units and domains can block.
  return plain.map(({ blocking, ...others }) => {
    const canBlock = (node: number) => [Kind.OU, Kind.Domain].some((kind) => kind === others.kinds[node]);
    return { ...others, blocking: blocking.filter(canBlock) };
  });
}
