import {
  fromQuery,
  joined,
  missing,
  optionalFlag,
  type Parameter,
  together,
  type ValueOf,
} from '../../http/input/parameters.js';
import { pageParameter } from '../../http/list/list-query.decorator.js';
import { type AskedEnds, type End, endNames, ends, givenEnds } from './ends.query.js';
import { edgesView } from './view.query.js';

function edgeEnd(end: End) {
  /** Null: any. */
  const nodes: Parameter<AskedEnds | null> = joined([ends[end]], (...reading) =>
    givenEnds(reading[0], end).length > 0 ? ends[end].read(...reading) : null,
  );
  const tierZero = optionalFlag(
    `${end}_tier_zero`,
    `\`true\` returns edges whose ${end} belongs to tier zero, \`false\` all others.`,
  );
  return together({ nodes, tierZero });
}

/** The ends of edges, and the view to which they belong. */
const askedEdges = together(
  { starts: edgeEnd('start'), ends: edgeEnd('end'), view: edgesView, page: pageParameter(100) },
  ({ starts, ends: { nodes } }, _query, faults) => {
    const others = [...endNames('start').slice(1), ...endNames('end'), 'start_where', 'end_where'].join(', ');
    if (!starts.nodes && !nodes) faults.push(missing('start_node', `is required unless one of ${others} is given`));
  },
);

export type AskedEdges = ValueOf<typeof askedEdges>;

export const EdgesQuery = () => fromQuery(askedEdges);
