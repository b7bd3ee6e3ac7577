import { ApiQuery } from '@nestjs/swagger';
import type { Fault } from '../../base/errors.js';
import { parameterText } from '../../http/input/parameter-text.js';
import {
  describeChoice,
  describeRepeated,
  readChoice,
  readText,
  readTexts,
  refuse,
} from '../../http/input/query.decorators.js';
import { type QueryParameters, routeInput } from '../../http/input/route-inputs.js';
import { listParameterNames } from '../../http/list/parse-list.js';
import { cloudList as list, type EntityListRequest } from '../entities/entities.fields.js';
import {
  describeEntityFilter,
  type EntityFilter,
  filterNames,
  readEntityFilter,
} from '../environments/entity-filter.js';
import { describeRows, readRows } from '../environments/rows.query.js';
import { type AskedEnds, describeEnds, type End, endNames, givenEnds, readEnds } from './ends.query.js';
import { type AskedView, describeView, readView, viewNames } from './view.query.js';

export interface AskedReach {
  /** Where the walk begins. */
  readonly origin: { readonly node: string } | AskedEnds;
  /** `end`: nodes that reach the origin are sought; `start`: nodes that it reaches. */
  readonly end: End;
  /** Names of the kinds of results; none: any. */
  readonly kinds: readonly string[];
  readonly filter: EntityFilter;
  readonly view: AskedView;
  /** Null: numbers alone. */
  readonly page: EntityListRequest | null;
}

const types = ['count', 'list'] as const;
const directions = ['in', 'out'] as const;
const pageNames = [...listParameterNames(list), 'props'];
const originNames = [...endNames('start'), ...endNames('end')];

/** Reads where a walk begins, the view in which it goes, and the results that are wanted. */
export function ReachableQuery(): ParameterDecorator {
  return routeInput(
    {
      place: 'query',
      names: ['node', 'direction', ...originNames, 'type', 'kind', ...filterNames, ...viewNames, ...pageNames],
      read: (query, faults, { state }) => readReach(query, faults, state.maxLimit),
    },
    ApiQuery({
      name: 'node',
      required: false,
      schema: parameterText.schema,
      description: `Object id, whose case is ignored, or the id that the graph gives the node. Give this, or one of ${originNames.join(', ')}.`,
    }),
    describeChoice({
      name: 'direction',
      choices: directions,
      byDefault: 'in',
      description: '`in`: the nodes that reach `node`; `out`: those that it reaches.',
    }),
    ...describeEnds('start', true),
    ...describeEnds('end', true),
    describeChoice({ name: 'type', choices: types, byDefault: 'count', description: 'Shape of the response.' }),
    describeRepeated(
      'kind',
      'Kind of the results. A repeated parameter matches any of its values.',
      parameterText.schema,
    ),
    ...describeEntityFilter(),
    ...describeView(true),
    ...describeRows(list),
  );
}

function readReach(query: QueryParameters, faults: Fault[], most: number | undefined): AskedReach {
  const isList = readChoice(query, 'type', types, faults) === 'list';
  if (!isList) refuse(pageNames, query, 'applies to type=list only', faults);
  return {
    ...readOrigin(query, faults),
    kinds: readTexts(query, 'kind', faults),
    filter: readEntityFilter(query, faults),
    view: readView(query, true, faults),
    page: isList ? readRows(query, list, faults, most) : null,
  };
}

function readOrigin(query: QueryParameters, faults: Fault[]): Pick<AskedReach, 'origin' | 'end'> {
  const [starts, ends] = [givenEnds(query, 'start'), givenEnds(query, 'end')];
  const [first] = [...starts, ...ends];
  if (first === undefined) {
    const direction = readChoice(query, 'direction', directions, faults) ?? 'in';
    return { origin: { node: readText(query, 'node', faults) ?? '' }, end: direction === 'in' ? 'end' : 'start' };
  }
  refuse(['node', 'direction'], query, `can't go with ${first}`, faults);
  const end = starts.length > 0 ? 'start' : 'end';
  if (starts.length > 0) refuse(ends, query, `can't go with ${first}`, faults);
  return { origin: readEnds(query, end, faults), end };
}
