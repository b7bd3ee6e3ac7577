import type { MemoryGraph } from '../../memory/memory-graph.js';
import { placeOfObject } from '../../memory/place-of-object.js';

interface NodeGroup {
  readonly kind: number;
  /** Object id of the domain or tenant; null: none. */
  readonly environment: string | null;
}

/** Kinds have 16 bits. */
const kindNumbers = 2 ** 16;

/** Numbers of nodes by kind and environment. */
export class NodeGroups<Counts extends object> {
  private readonly groups = new Map<number, NodeGroup & Counts>();

  /** @param none the counts of a new group */
  constructor(
    private readonly graph: MemoryGraph,
    private readonly none: Counts,
  ) {}

  /** The group of a node, whose counts may be changed. */
  of(node: number): NodeGroup & Counts {
    const [kind, environment] = [this.graph.kindOf(node), this.graph.environmentOf(node)];
    const key = (environment + 1) * kindNumbers + kind;
    let group = this.groups.get(key);
    if (!group) {
      group = { kind, environment: this.graph.environments[environment] ?? null, ...this.none };
      this.groups.set(key, group);
    }
    return group;
  }

  /** Ids of the domains and tenants that the graph has. */
  environmentIds(): readonly number[] {
    const objectids = new Set([...this.groups.values()].flatMap(({ environment }) => environment ?? []));
    const places = [...objectids].map((objectid) => placeOfObject(this.graph, objectid));
    return this.graph.idsOf(places.filter((node) => node >= 0));
  }

  /** The largest number first. */
  sortedBy(numberOf: (group: Counts) => number): (NodeGroup & Counts)[] {
    return [...this.groups.values()].toSorted((one, other) => numberOf(other) - numberOf(one));
  }
}
