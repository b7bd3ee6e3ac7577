import fc from 'fast-check';
import { Kind } from '../../kinds/kind-catalogue.js';
import { memoryGraphOf, type PlainEdge } from '../../memory/graph-data.fixture.js';
import { NodeFlag } from '../../memory/graph-data.js';
import { MemoryGraph } from '../../memory/memory-graph.js';
import { PropertyFlag } from '../../store/edge-flag.js';
import type { WalkStep, Walk, WalkFrom } from './walk.js';

interface PlainWalkNode {
  readonly kind: number;
  readonly environment: number;
  readonly blocks: boolean;
  readonly nameRank: number;
}

/** A small graph for one walk: nodes and edges of the kinds that it follows, and of others. */
export interface WalkWorld {
  readonly nodes: readonly PlainWalkNode[];
  readonly edges: readonly (PlainEdge & { readonly enforced: boolean })[];
}

const environments = ['D1', 'D2'];
const nodeCount = 6;

export function worldFor({ steps, results, startsAtAll }: Walk): fc.Arbitrary<WalkWorld> {
  const followed = [...new Set(steps.flatMap((step) => step.kinds.slice(0, 2)))];
  const kinds = [...(results.kinds ?? []), ...(startsAtAll === undefined ? [] : [startsAtAll]), Kind.User, Kind.OU];
  const id = fc.nat(nodeCount - 1);
  const lists = fc.constantFrom('source' as const, 'target' as const, 'both' as const);
  const edge = fc.record({
    source: id,
    kind: fc.oneof(
      { weight: 12, arbitrary: fc.constantFrom(...followed) },
      { weight: 1, arbitrary: fc.constant<number>(Kind.SyncedToADUser) },
    ),
    target: id,
    lists,
    enforced: fc.boolean(),
  });
  const node = fc.record({
    kind: fc.constantFrom(...kinds),
    environment: fc.integer({ min: -1, max: 1 }),
    blocks: fc.boolean(),
    nameRank: fc.nat(4),
  });
  return fc.record({
    nodes: fc.array(node, { minLength: nodeCount, maxLength: nodeCount }),
    // One edge between two nodes has one flag.
    edges: fc.uniqueArray(edge, { maxLength: 16, selector: (it) => `${it.source} ${it.kind} ${it.target}` }),
  });
}

/** The world as a graph in memory. Node ids are places plus one. */
export function graphOf({ nodes, edges }: WalkWorld): MemoryGraph {
  const numbered = edges.map(({ source, target, enforced, ...edge }) => ({
    ...edge,
    source: source + 1,
    target: target + 1,
    flags: enforced ? PropertyFlag.enforced : 0,
  }));
  const all = [null, ...nodes];
  const { data } = memoryGraphOf({
    kinds: all.map((node) => node?.kind ?? 0),
    edges: numbered,
    changed: null,
    former: [],
  });
  const state = Uint8Array.from(all, (node) =>
    node ? NodeFlag.Exists | (node.blocks ? NodeFlag.BlocksInheritance : 0) : 0,
  );
  const columns = {
    ...data.base.nodes,
    environment: Int32Array.from(all, (node) => node?.environment ?? -1),
    nameRank: Uint32Array.from(all, (node) => node?.nameRank ?? 0),
    objectidRank: Uint32Array.from(all, (_, id) => (id * 7) % 11),
  };
  return new MemoryGraph({ ...data, state, environments, base: { ...data.base, state, nodes: columns } });
}

type Visit = readonly [state: number, node: number];
type VisitedEdge = readonly [from: Visit, to: Visit, edge: string];

/** Answers by trying every edge until nothing is new. */
export class PlainWalk {
  readonly results: readonly number[];
  /** Edges on walks that end in a result, as `source kind target`. */
  readonly edges: ReadonlySet<string>;
  readonly nodes: ReadonlySet<number>;

  constructor(
    private readonly world: WalkWorld,
    private readonly from: WalkFrom,
  ) {
    const { walk, start } = from;
    const passed = new Map(this.starts().map((node): [string, Visit] => [key([0, node]), [0, node]]));
    const steps = new Map<string, VisitedEdge>();
    for (const visit of passed.values())
      for (const visited of this.stepsOf(visit)) {
        steps.set(`${visited[2]} ${key(visited[0])} ${key(visited[1])}`, visited);
        if (!passed.has(key(visited[1]))) passed.set(key(visited[1]), visited[1]);
      }
    const ends = [...passed.values()].filter(([state, node]) => walk.ends.includes(state) && this.isResult(node));
    const leading = new Set(ends.map(key));
    let size = -1;
    while (size !== leading.size) {
      size = leading.size;
      for (const [before, after] of steps.values()) if (leading.has(key(after))) leading.add(key(before));
    }
    const drawn = [...steps.values()].filter(([, after]) => leading.has(key(after)));
    this.results = [...new Set(ends.map(([, node]) => node))];
    this.edges = new Set(drawn.map(([, , edge]) => edge));
    this.nodes = new Set([start, ...this.results, ...drawn.flatMap(([[, one], [, other]]) => [one, other])]);
  }

  private starts(): number[] {
    const { walk, start, environment } = this.from;
    if (walk.startsAtAll === undefined) return [start];
    const index = environments.indexOf(environment);
    return this.world.nodes.flatMap((node, place) =>
      node.kind === walk.startsAtAll && node.environment === index && index >= 0 ? [place + 1] : [],
    );
  }

  private stepsOf([state, node]: Visit): VisitedEdge[] {
    return this.world.edges.flatMap((edge): VisitedEdge[] => {
      const [source, target] = [edge.source + 1, edge.target + 1];
      return this.from.walk.steps.flatMap((step): VisitedEdge[] => {
        const [here, there] = step.direction === 'out' ? [source, target] : [target, source];
        if (step.from !== state || here !== node || !step.kinds.includes(edge.kind) || !this.holds(step, edge))
          return [];
        return [[[state, node], [step.to, there], `${source} ${edge.kind} ${target}`]];
      });
    });
  }

  private holds({ onlyIf }: WalkStep, { enforced, target }: WalkWorld['edges'][number]): boolean {
    const blocks = this.world.nodes[target]!.blocks;
    if (onlyIf === 'isEnforced' || onlyIf === 'isNotEnforced') return enforced === (onlyIf === 'isEnforced');
    if (onlyIf === 'targetTakesSite') return !this.isBlocked(target);
    return onlyIf === undefined || blocks === (onlyIf === 'targetBlocksInheritance');
  }

  /** Whether a node, or one that contains it, blocks. */
  private isBlocked(node: number, seen: readonly number[] = []): boolean {
    if (this.world.nodes[node]!.blocks || seen.includes(node)) return this.world.nodes[node]!.blocks;
    return this.world.edges.some(
      ({ source, kind, target }) =>
        target === node && kind === Kind.Contains && this.isBlocked(source, [...seen, node]),
    );
  }

  private isResult(id: number): boolean {
    const { walk, start, environment, among, except, within } = this.from;
    const node = this.world.nodes[id - 1]!;
    const isForeign = node.environment >= 0 && environments[node.environment] !== environment;
    return (
      (!walk.results.kinds || walk.results.kinds.includes(node.kind)) &&
      (!walk.results.areForeign || isForeign) &&
      (!walk.results.areOthers || id !== start) &&
      (!within || within.includes(environments[node.environment] ?? '')) &&
      isAskedFor(id, among, except)
    );
  }
}

function isAskedFor(id: number, among?: readonly number[], except?: readonly number[]): boolean {
  return (!among || among.includes(id)) && !except?.includes(id);
}

function key([state, node]: Visit): string {
  return `${state}/${node}`;
}
