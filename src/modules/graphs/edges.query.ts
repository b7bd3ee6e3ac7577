import { ApiQuery } from '@nestjs/swagger';
import type { Fault } from '../../base/errors.js';
import { type QueryParameters, routeInput } from '../../http/input/route-inputs.js';
import type { Page } from '../../http/list/list-description.js';
import { describePage } from '../../http/list/list-query.decorator.js';
import { optionalFlagSchema, readOptionalFlag, readPage } from '../../http/list/parse-list.js';
import { type AskedEnds, describeEnds, type End, endNames, givenEnds, readEnds } from './ends.query.js';
import { type AskedView, describeView, readView, viewNames } from './view.query.js';

interface AskedEdgeEnd {
  /** Null: any. */
  readonly nodes: AskedEnds | null;
  readonly tierZero: boolean | undefined;
}

export interface AskedEdges extends Page {
  readonly starts: AskedEdgeEnd;
  readonly ends: AskedEdgeEnd;
  readonly view: AskedView;
}

const defaultLimit = 100;

/** Reads the ends of edges, and the view to which they belong. */
export function EdgesQuery(): ParameterDecorator {
  const names = [
    ...endNames('start'),
    'start_tier_zero',
    ...endNames('end'),
    'end_tier_zero',
    ...viewNames,
    'skip',
    'limit',
  ];
  return routeInput(
    { place: 'query', names, read: (query, faults, { state }) => readEdges(query, faults, state.maxLimit) },
    ...describeEdgeEnd('start'),
    ...describeEdgeEnd('end'),
    ...describeView(false),
    ...describePage(defaultLimit),
  );
}

function readEdges(query: QueryParameters, faults: Fault[], most: number | undefined): AskedEdges {
  const [starts, ends] = [readEdgeEnd(query, 'start', faults), readEdgeEnd(query, 'end', faults)];
  if (!starts.nodes && !ends.nodes)
    faults.push({
      code: 'query.missing_parameter',
      context: 'query.start_node',
      message: `or one of ${[...endNames('start').slice(1), ...endNames('end')].join(', ')} is required`,
    });
  return {
    starts,
    ends,
    view: readView(query, false, faults),
    ...readPage(query, defaultLimit, most, faults),
  };
}

function readEdgeEnd(query: QueryParameters, end: End, faults: Fault[]): AskedEdgeEnd {
  const nodes = givenEnds(query, end).length > 0 ? readEnds(query, end, faults) : null;
  return { nodes, tierZero: readOptionalFlag(query, `${end}_tier_zero`, faults) };
}

function describeEdgeEnd(end: End): MethodDecorator[] {
  return [
    ...describeEnds(end, true),
    ApiQuery({
      name: `${end}_tier_zero`,
      required: false,
      schema: optionalFlagSchema,
      description: `\`true\` returns edges whose ${end} belongs to tier zero, \`false\` all others.`,
    }),
  ];
}
