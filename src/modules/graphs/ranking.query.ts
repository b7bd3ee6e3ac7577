import {
  choice,
  fromQuery,
  joined,
  optionalInteger,
  optionalText,
  refuse,
  type ValueOf,
} from '../../http/input/parameters.js';
import { pageParameter } from '../../http/list/list-query.decorator.js';
import { conditions } from '../conditions/conditions.query.js';
import { type AskedEnds, target } from './ends.query.js';
import { followedEdges, wholeGraph } from './view.query.js';

const by = choice(
  'by',
  ['reach', 'only_through'],
  'reach',
  '`reach`: how many nodes a node reaches, or is reached by; `only_through`: how many accounts reach the ends only through a node or an edge.',
);
const kind = optionalText(
  'kind',
  'Ranks the nodes of this primary kind alone; without it all nodes, and edges with `only_through`.',
);
const direction = choice(
  'direction',
  ['in', 'out'],
  'out',
  '`out`: the nodes that a node reaches; `in`: those that reach it. For `reach` alone.',
);
const edgeKind = optionalText(
  'edge_kind',
  'For `only_through` alone: ranks the edges of this kind alone; with `kind`, those that start at a node of it.',
);
const greedy = optionalInteger(
  'count',
  // The maximum number of nodes and edges that are removed one after another.
  { minimum: 1, maximum: 20, deprecated: true },
  'For `only_through` alone: chooses this many nodes and edges one after another, each after the former were removed. The answer is `greedy` then. `GET /api/v2/graphs/plan` finds the best changes together.',
);
const where = conditions(
  'where',
  'Ranks the nodes alone that meet this condition, and with `only_through` the edges that start at one; may be repeated.',
);
const edges = followedEdges(true);
const page = pageParameter(50);

/** The parameters that one ranking alone has, by the other one. */
const others = {
  reach: { names: [target, edgeKind, greedy].flatMap(({ names }) => names), needs: 'only_through' },
  only_through: { names: direction.names, needs: 'reach' },
};

type RankedBy =
  | { readonly direction: 'in' | 'out' }
  | {
      readonly ends: AskedEnds;
      /** Null: all, each by itself. */
      readonly greedy: number | null;
    };

/** The ranked nodes or edges, and the number that ranks them. */
const askedRanking = joined([by, kind, where, direction, target, edgeKind, greedy, edges, page], (...reading) => {
  const [query, faults] = reading;
  const order = by.read(...reading);
  const { names, needs } = others[order];
  refuse(names, query, `needs by=${needs}`, faults);
  const count = greedy.read(...reading);
  if (count !== undefined) refuse(['kind', 'edge_kind', 'where'], query, "can't go with count", faults);
  const rankedBy: RankedBy =
    order === 'reach'
      ? { direction: direction.read(...reading) }
      : { ends: target.read(...reading), greedy: count ?? null };
  return {
    by: rankedBy,
    view: { ...wholeGraph, ...edges.read(...reading) },
    /** Undefined: nodes of all kinds, and edges. */
    kind: kind.read(...reading),
    where: where.read(...reading),
    /** Undefined: nodes, too. */
    edgeKind: edgeKind.read(...reading),
    page: page.read(...reading),
  };
});

export type AskedRanking = ValueOf<typeof askedRanking>;

export const RankingQuery = () => fromQuery(askedRanking);

/** A ranking is computed once a version. Its next pages cost the same, although they take less. */
export const costOfRanking = 20;
