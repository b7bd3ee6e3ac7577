import {
  conflict,
  flag,
  fromQuery,
  integer,
  optionalInteger,
  together,
  type ValueOf,
} from '../../http/input/parameters.js';
import type { QueryParameters } from '../../http/input/route-inputs.js';
import { type AskedEnds, requiredEnds } from './ends.query.js';
import { view } from './view.query.js';

export const defaultMaxNodes = 1000;

/** Maximum number of paths that are listed. */
const maxPaths = 20;

/** The starts and ends of paths, and the view in which they are sought. */
const askedPaths = together(
  {
    starts: requiredEnds.start,
    ends: requiredEnds.end,
    view: view(false),
    longer: flag(
      'longer',
      false,
      'Also returns the paths of one step more than the shortest ones from the same start.',
    ),
    /** Undefined: all shortest paths. */
    count: optionalInteger(
      'paths',
      { minimum: 1, maximum: maxPaths },
      'Returns this many paths, the shortest first, and lists the nodes of each in `paths`. They may differ in length, and visit no node twice. Needs one `start_node` and one `end_node`.',
    ),
    maxNodes: integer(
      'max_nodes',
      { minimum: 1, maximum: 10_000, default: defaultMaxNodes },
      'Most nodes of the answer. A cut answer consists of whole paths, the shortest first.',
    ),
  },
  ({ starts, ends, longer, count }, _query, faults) => {
    if (count !== undefined && !(isOne(starts) && isOne(ends)))
      faults.push(conflict('paths', 'needs exactly one start_node and one end_node'));
    if (count !== undefined && longer)
      faults.push(conflict('longer', "can't go with paths, which has longer paths anyway"));
  },
);

export type AskedPaths = ValueOf<typeof askedPaths>;

export const PathsQuery = () => fromQuery(askedPaths);

function isOne(asked: AskedEnds): boolean {
  return 'objectids' in asked && asked.objectids.length === 1;
}

/** Each of several paths is several searches. */
export function costOfPaths(query: QueryParameters): number {
  const count = Number(query.find(([name]) => name === 'paths')?.[1] ?? 0);
  return 5 + (count > 0 && count <= maxPaths ? count : 0);
}
