import { EdgeValue, NodeValue, PathValue, type Value } from '../../../src/graph/cypher/data/values.js';
import type {
  EdgePattern,
  Expression,
  Match,
  NodePattern,
  PathPattern,
} from '../../../src/graph/cypher/syntax/tree.js';
import type { PlainGraph } from '../plain-graph.js';
import { isEqual, shown } from './compare.js';
import { evaluate, type Row, type Surroundings } from './evaluate.js';

/** A way through the graph: a node more than there are hops. Each hop has one edge or several. */
interface Walk {
  readonly nodes: readonly number[];
  readonly hops: readonly (readonly EdgeValue[])[];
  /** All nodes, those within a hop too. */
  readonly passed: readonly number[];
}

/** Tries every way through the graph for every pattern, and tests the condition at the end. */
export function matchesOf(match: Match, row: Row, around: Surroundings): Row[] {
  let found: readonly { readonly row: Row; readonly used: readonly EdgeValue[] }[] = [{ row, used: [] }];
  for (const path of match.paths)
    found = found.flatMap((it) =>
      walksOf(path, it.row, match.where, around).flatMap((walk) => {
        const edges = walk.hops.flat();
        if (!path.shortest && edges.some((edge) => it.used.some((other) => other.ordinal === edge.ordinal))) return [];
        const bound = bind(path, walk, it.row, around);
        return bound ? [{ row: bound, used: path.shortest ? it.used : [...it.used, ...edges] }] : [];
      }),
    );
  return found.map((it) => it.row).filter((it) => !match.where || evaluate(match.where, it, around) === true);
}

function walksOf(path: PathPattern, row: Row, where: Expression | null, around: Surroundings): readonly Walk[] {
  const { graph } = around;
  let walks: readonly Walk[] = graph.nodes.flatMap((_, node) =>
    fits(path.nodes[0]!, node, row) ? [{ nodes: [node], hops: [], passed: [node] }] : [],
  );
  for (const [index, pattern] of path.edges.entries())
    walks = walks.flatMap((walk) =>
      hopsFrom(graph, walk, pattern)
        .map(({ edges, passed }) => ({
          nodes: [...walk.nodes, passed.at(-1) ?? walk.nodes.at(-1)!],
          hops: [...walk.hops, edges],
          passed: [...walk.passed, ...passed],
        }))
        .filter((longer) => fits(path.nodes[index + 1]!, longer.nodes.at(-1)!, row)),
    );
  return path.shortest ? shortestOf(path, walks, row, where, around) : walks;
}

/** Whether a variable of a pattern may be this node; its labels and properties are tested later. */
function fits({ variable }: NodePattern, node: number, row: Row): boolean {
  const bound = variable === null ? undefined : row.get(variable);
  return bound === undefined || (bound instanceof NodeValue && bound.node === node);
}

interface Hop {
  readonly edges: readonly EdgeValue[];
  readonly passed: readonly number[];
}

/** All ways of one relationship pattern that use no edge twice. */
function hopsFrom(graph: PlainGraph, walk: Walk, pattern: EdgePattern): Hop[] {
  const { min, max } = pattern.length ?? { min: 1, max: 1 };
  const used = new Set(walk.hops.flat().map(({ ordinal }) => ordinal));
  const hops: Hop[] = [];
  const goOn = (node: number, hop: Hop) => {
    if (hop.edges.length >= min) hops.push(hop);
    if (hop.edges.length >= max) return;
    for (const [edge, next] of stepsFrom(graph, node, pattern)) {
      if (used.has(edge.ordinal)) continue;
      used.add(edge.ordinal);
      goOn(next, { edges: [...hop.edges, edge], passed: [...hop.passed, next] });
      used.delete(edge.ordinal);
    }
  };
  goOn(walk.nodes.at(-1)!, { edges: [], passed: [] });
  return hops;
}

function stepsFrom(graph: PlainGraph, node: number, { direction, kinds }: EdgePattern): [EdgeValue, number][] {
  return graph.edges.flatMap(({ source, kind, target }, ordinal): [EdgeValue, number][] => {
    const [number] = graph.kindsNamed(kind);
    if (kinds.length > 0 && !kinds.some((name) => graph.kindsNamed(name).includes(number!))) return [];
    const edge = new EdgeValue(source, number!, target, ordinal);
    if (direction !== 'in' && source === node) return [[edge, target]];
    return direction !== 'out' && target === node ? [[edge, source]] : [];
  });
}

/** The walks between each two nodes that have the fewest edges, of those that keep the conditions on each node or edge of the path. */
function shortestOf(
  path: PathPattern,
  walks: readonly Walk[],
  row: Row,
  where: Expression | null,
  around: Surroundings,
): readonly Walk[] {
  const tests = conjunctsOf(where).filter((it) => it.type === 'quantifier');
  const kept = walks.filter((walk) => {
    if (walk.nodes[0] === walk.nodes.at(-1)) return false;
    const bound = bind(path, walk, row, around);
    return bound !== null && tests.every((test) => evaluate(test, bound, around) === true);
  });
  const lengthOf = (walk: Walk) => walk.hops.flat().length;
  const isRival = (a: Walk, b: Walk) => a.nodes[0] === b.nodes[0] && a.nodes.at(-1) === b.nodes.at(-1);
  const shortest = kept.filter((walk) => !kept.some((it) => isRival(it, walk) && lengthOf(it) < lengthOf(walk)));
  if (path.shortest === 'all') return shortest;
  return shortest.filter((walk, index) => !shortest.slice(0, index).some((it) => isRival(it, walk)));
}

function conjunctsOf(where: Expression | null): readonly Expression[] {
  if (where?.type !== 'binary' || where.operator !== 'AND') return where ? [where] : [];
  return [...conjunctsOf(where.left), ...conjunctsOf(where.right)];
}

/** @returns null if a node or an edge is not as the pattern says */
function bind(path: PathPattern, walk: Walk, row: Row, around: Surroundings): Row | null {
  const bound = new Map(row);
  const set = (variable: string | null, value: Value): boolean => {
    const known = variable === null ? undefined : bound.get(variable);
    if (variable !== null && known === undefined) bound.set(variable, value);
    return known === undefined || (known !== null && shown(known) === shown(value));
  };
  const { graph } = around;
  for (const [index, pattern] of path.nodes.entries()) {
    const node = walk.nodes[index]!;
    if (!set(pattern.variable, new NodeValue(node))) return null;
    const { labels } = graph.nodes[node]!;
    if (!pattern.labels.every((group) => group.some((label) => labels.includes(label)))) return null;
  }
  for (const [index, pattern] of path.edges.entries()) {
    const edges = walk.hops[index]!;
    if (!set(pattern.variable, pattern.length ? edges : edges[0]!)) return null;
  }
  const everything = walk.passed.map((node) => new NodeValue(node));
  if (path.variable !== null) bound.set(path.variable, new PathValue(everything, walk.hops.flat()));
  const isAsSaid = (properties: Expression | null, own: Readonly<Record<string, unknown>>) => {
    const wanted = properties && evaluate(properties, bound, around);
    return !(wanted instanceof Map) || [...wanted].every(([key, value]) => isEqual(plain(own[key]), value) === true);
  };
  const nodesFit = path.nodes.every(({ properties }, index) =>
    isAsSaid(properties, graph.nodes[walk.nodes[index]!]!.properties),
  );
  const edgesFit = path.edges.every(({ properties }, index) =>
    walk.hops[index]!.every(({ ordinal }) => isAsSaid(properties, graph.edges[ordinal]!.properties)),
  );
  const conditions = [...path.nodes, ...path.edges].map(({ where }) => where);
  const hold = conditions.every((where) => !where || evaluate(where, bound, around) === true);
  return nodesFit && edgesFit && hold ? bound : null;
}

function plain(value: unknown): Value {
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : value;
  return typeof value === 'string' || typeof value === 'boolean' ? value : null;
}
