import { ApiQuery } from '@nestjs/swagger';
import type { Fault } from '../../base/errors.js';
import { type QueryParameters, routeInput } from '../../http/input/route-inputs.js';
import { flagSchema, readCount, readFlag } from '../../http/list/parse-list.js';
import { type AskedEnds, describeEnds, endNames, readEnds } from './ends.query.js';
import { type AskedView, describeView, readView, viewNames } from './view.query.js';

export interface AskedPaths {
  readonly starts: AskedEnds;
  readonly ends: AskedEnds;
  readonly view: AskedView;
  readonly maxNodes: number;
  readonly longer: boolean;
  /** Undefined: all shortest paths. */
  readonly count: number | undefined;
}

export const defaultMaxNodes = 1000;
const maxMaxNodes = 10_000;

/** Maximum number of paths that are listed. */
const maxPaths = 20;

/** Reads the starts and ends of paths, and the view in which they are sought. */
export function PathsQuery(): ParameterDecorator {
  const names = [...endNames('start'), ...endNames('end'), ...viewNames, 'longer', 'paths', 'max_nodes'];
  return routeInput(
    { place: 'query', names, read: readPaths },
    ...describeEnds('start'),
    ...describeEnds('end'),
    ...describeView(false),
    ApiQuery({
      name: 'longer',
      required: false,
      schema: flagSchema(false),
      description: 'Also returns the paths of one step more than the shortest ones from the same start.',
    }),
    ApiQuery({
      name: 'paths',
      required: false,
      schema: { type: 'integer', minimum: 1, maximum: maxPaths },
      description:
        'Returns this many paths, the shortest first, and lists the nodes of each in `paths`. They may differ in length, and visit no node twice. Needs one `start_node` and one `end_node`.',
    }),
    ApiQuery({
      name: 'max_nodes',
      required: false,
      description: 'Most nodes of the answer. A cut answer consists of whole paths, the shortest first.',
      schema: { type: 'integer', minimum: 1, maximum: maxMaxNodes, default: defaultMaxNodes },
    }),
  );
}

function readPaths(query: QueryParameters, faults: Fault[]): AskedPaths {
  const starts = readEnds(query, 'start', faults);
  const ends = readEnds(query, 'end', faults);
  const longer = readFlag(query, 'longer', false, faults);
  const count = query.some(([name]) => name === 'paths')
    ? readCount(query, 'paths', 1, maxPaths, faults, 1)
    : undefined;
  if (count !== undefined && !(isOne(starts) && isOne(ends)))
    faults.push({
      code: 'query.conflicting_parameters',
      context: 'query.paths',
      message: 'needs exactly one start_node and one end_node',
    });
  if (count !== undefined && longer)
    faults.push({
      code: 'query.conflicting_parameters',
      context: 'query.longer',
      message: "can't go with paths, which has longer paths anyway",
    });
  return {
    starts,
    ends,
    view: readView(query, false, faults),
    maxNodes: readCount(query, 'max_nodes', defaultMaxNodes, maxMaxNodes, faults, 1),
    longer,
    count,
  };
}

function isOne(asked: AskedEnds): boolean {
  return 'objectids' in asked && asked.objectids.length === 1;
}

/** Each of several paths is several searches. */
export function costOfPaths(query: QueryParameters): number {
  const count = Number(query.find(([name]) => name === 'paths')?.[1] ?? 0);
  return 5 + (count > 0 && count <= maxPaths ? count : 0);
}
