import { kindOfKey } from '../../memory/edge-columns.js';
import type { Layer } from '../../memory/graph-data.js';
import type { Direction, MemoryGraph } from '../../memory/memory-graph.js';
import { walkableGraph } from '../../memory/visible-graph.js';
import { accountMarks } from '../nodes/account-marks.js';
import type { Interrupt } from '../interrupt.js';
import { type KindSet, kindSetOf } from '../../memory/kind-set.js';
import { type NodeSelection, selectedNodes } from '../nodes/node-selection.js';
import { allPassedRoles, type WithPassedRoles } from '../walks/passed-roles.js';
import { CondensedGraph, edgesByStart } from '../reachability/condensed-graph.js';
import { onlyThrough, waysTo, withoutRanked } from './only-through.js';
import { nodeOf, walkedGraph, type WalkedGraph } from '../../reach/walked-graph.js';
import { HeldGraph } from '../../reach/held-graph.js';
import { type Ranked, type Ranking, rankingOf } from './ranked.js';
import { reachOfAll } from './reach-of-all.js';

/** Memory for one ranking, in bytes. */
export const rankingMemory = 2 ** 30;

/** Bytes that are needed for each edge and each node while a ranking is computed: pairs of numbers and lists in both directions. */
const [bytesAnEdge, bytesANode] = [32, 250];

/** By how many nodes each node reaches (`out`), or by how many reach it (`in`). */
export interface ReachRanking {
  readonly direction: Direction;
}

/** By how many accounts reach one of the ends only through it. */
interface OnlyThroughRanking {
  readonly ends: NodeSelection;
  /** This many, each chosen after the former were removed; null: all, each by itself. */
  readonly greedy: number | null;
}

interface RankingArguments {
  readonly by: ReachRanking | OnlyThroughRanking;
  /** Kinds of the edges; null: all. */
  readonly kinds: readonly number[] | null;
  /** Whether containers lead on as they are held (src/graph/reach). */
  readonly held?: boolean | undefined;
  /** The nodes of this kind alone, or edges that start at one; null: all nodes, and edges. */
  readonly kind: number | null;
  /** The edges of this kind alone; null: nodes, too. */
  readonly edgeKind: number | null;
  /** Ids of the nodes, and of the starts of edges, that are ranked; null: all. */
  readonly among?: readonly number[] | null;
  readonly skip: number;
  readonly limit: number;
  /** The same ranking of some version, if it was computed before. */
  readonly known: Ranking | null;
  /** {@link rankingMemory} by default. */
  readonly memory?: number;
}

interface RankingPage extends WithPassedRoles {
  /** The nodes of the rows. */
  readonly ids: readonly number[];
  /** Exact number of all rows. */
  readonly count: number;
  /** By ids. */
  readonly rows: readonly Ranked[];
  /** For the next page; null: it is too large. */
  readonly ranking: Ranking | null;
  /** Bytes that it needed to be computed. */
  readonly bytes: number;
}

/** A page of the nodes and edges with the largest numbers. */
export function ranking(
  graph: MemoryGraph,
  { by, kinds, held, kind, edgeKind, among, skip, limit, known, memory = rankingMemory }: RankingArguments,
  interrupt: Interrupt,
): RankingPage {
  const followed = kindSetOf(kinds);
  const present = known?.version === graph.version ? known : null;
  // Hidden nodes lead on, but neither they nor their edges are ranked or counted.
  const walked = walkedGraph(walkableGraph(graph), held);
  const bytes = present ? 0 : bytesFor(graph, walked.size, followed);
  if (bytes > memory) return { ids: [], count: 0, rows: [], ranking: null, bytes };
  const all = present ?? compute(graph, walked, by, followed, interrupt);
  return {
    ...pageOf(graph, all, { kind, edgeKind, among, skip, limit }),
    ranking: all,
    bytes,
    ...allPassedRoles(graph),
  };
}

function pageOf(
  graph: MemoryGraph,
  all: Ranking,
  { kind, edgeKind, among, skip, limit }: Pick<RankingArguments, 'kind' | 'edgeKind' | 'among' | 'skip' | 'limit'>,
): Pick<RankingPage, 'ids' | 'count' | 'rows'> {
  const wanted = edgeKind ?? (kind === null ? null : 0);
  const chosen = among && new Set(graph.nodesOf(among));
  const isLeftOut = (node: number) => (kind !== null && graph.kindOf(node) !== kind) || chosen?.has(node) === false;
  const rows: Ranked[] = [];
  let count = 0;
  for (let at = 0; at < all.source.length; at++) {
    if (wanted !== null && all.kind[at] !== wanted) continue;
    if (isLeftOut(all.source[at]!)) continue;
    const place = count++;
    if (place < skip || place >= skip + limit) continue;
    rows.push({
      source: graph.idOf(all.source[at]!),
      kind: all.kind[at]!,
      target: graph.idOf(all.target[at]!),
      count: all.count[at]!,
    });
  }
  const ids = [...new Set(rows.flatMap(({ source, target }) => [source, target]))];
  return { ids, count, rows };
}

function bytesFor({ data: { base, overlay } }: MemoryGraph, size: number, kinds: KindSet): number {
  const count = ({ out }: Layer) =>
    kinds ? out.key.reduce((sum, key) => sum + kinds[kindOfKey(key)]!, 0) : out.key.length;
  return (count(base) + (overlay ? count(overlay) : 0)) * bytesAnEdge + size * bytesANode;
}

type TestRanked = (ranked: Omit<Ranked, 'count'>) => boolean;

function compute(
  graph: MemoryGraph,
  walked: WalkedGraph,
  by: RankingArguments['by'],
  kinds: KindSet,
  interrupt: Interrupt,
): Ranking {
  if ('direction' in by) return rankingOf(graph.version, byReach(graph, walked, by.direction, kinds, interrupt));
  const isAccount = new Uint8Array(walked.size);
  isAccount.set(accountMarks(graph));
  const targets = selectedNodes(graph, by.ends);
  for (const target of targets) isAccount[target] = 0;
  const found: Ranked[] = [];
  const isSeen: TestRanked = ({ source, target }) =>
    graph.exists(nodeOf(walked, source)) && graph.exists(nodeOf(walked, target));
  if (by.greedy === null)
    onlyThrough(walked, waysTo(walked, targets, kinds, interrupt), kinds, isAccount, interrupt, (it) => {
      if (isSeen(it)) found.push(it);
    });
  else found.push(...oneAfterAnother(walked, by.greedy, targets, kinds, { isAccount, isSeen }, interrupt));
  const stored = found.map(({ source, target, ...others }) => ({
    source: nodeOf(walked, source),
    target: nodeOf(walked, target),
    ...others,
  }));
  return rankingOf(graph.version, stored, by.greedy !== null);
}

function byReach(
  graph: MemoryGraph,
  walked: WalkedGraph,
  direction: Direction,
  kinds: KindSet,
  interrupt: Interrupt,
): Ranked[] {
  const held = walked instanceof HeldGraph ? walked : null;
  const edges = edgesByStart(walked.size, (visit) => {
    for (let place = 0; place < walked.size; place++)
      walked.neighbours('out', place, kinds, (target) => {
        visit(place, target);
        return false;
      });
    // A node is reached in any state.
    held?.copies(visit);
  });
  const condensed = CondensedGraph.of(edges);
  interrupt.check();
  const startOf = (node: number) => held?.startOf(node) ?? node;
  const [from, to] = direction === 'out' ? [startOf, (node: number) => node] : [(node: number) => node, startOf];
  const sizes = new Uint32Array(condensed.count);
  for (let node = 0; node < graph.size; node++) if (graph.exists(node)) sizes[condensed.componentOf[to(node)]!]!++;
  const counts = reachOfAll(condensed, direction, sizes, interrupt);
  const rows: Ranked[] = [];
  for (let node = 0; node < graph.size; node++)
    if (graph.exists(node))
      // The node itself is not counted.
      rows.push({ source: node, kind: 0, target: node, count: counts[condensed.componentOf[from(node)]!]! - 1 });
  return rows;
}

/** Chooses what most accounts need, removes it, and goes on with the rest. */
function oneAfterAnother(
  graph: WalkedGraph,
  most: number,
  targets: readonly number[],
  kinds: KindSet,
  { isAccount, isSeen }: { readonly isAccount: Uint8Array; readonly isSeen: TestRanked },
  interrupt: Interrupt,
): Ranked[] {
  let rest = waysTo(graph, targets, kinds, interrupt);
  const chosen: Ranked[] = [];
  while (chosen.length < most) {
    let best: Ranked | undefined;
    onlyThrough(graph, rest, kinds, isAccount, interrupt, (ranked) => {
      if (isSeen(ranked) && (!best || ranked.count > best.count)) best = ranked;
    });
    if (!best) break;
    chosen.push(best);
    rest = withoutRanked(graph, rest, best);
  }
  return chosen;
}
