import { ApiQuery } from '@nestjs/swagger';
import type { Fault } from '../../base/errors.js';
import { type QueryParameters, readSingle, routeInput } from '../../http/input/route-inputs.js';
import { maxLimit } from '../../http/list/list-description.js';
import { describePage } from '../../http/list/list-query.decorator.js';
import { readCount } from '../../http/list/parse-list.js';
import {
  describeEntityFilter,
  type EntityFilter,
  filterNames,
  readEntityFilter,
} from '../environments/entity-filter.js';

export interface SearchParameters extends EntityFilter {
  readonly query: string;
  /** Names of kinds; none: all. */
  readonly types: readonly string[];
  readonly skip: number;
  readonly limit: number;
}

const names = ['query', 'q', 'type', ...filterNames, 'skip', 'limit'];
const longestQuery = 1024;
const defaultLimit = 10;

/** Reads all parameters of a search. */
export function SearchQuery(): ParameterDecorator {
  return routeInput(
    { place: 'query', names, read: (query, faults, { state }) => readSearch(query, faults, state.maxLimit) },
    ...describeSearch(),
  );
}

function readSearch(query: QueryParameters, faults: Fault[], maxResults = maxLimit): SearchParameters {
  return {
    query: readText(query, faults),
    types: query.flatMap(([name, value]) => (name === 'type' ? [value] : [])),
    ...readEntityFilter(query, faults),
    skip: readCount(query, 'skip', 0, Number.MAX_SAFE_INTEGER, faults),
    limit: readCount(query, 'limit', defaultLimit, maxResults, faults),
  };
}

/** `q` is the name of the parameter in the reference product. */
function readText(query: QueryParameters, faults: Fault[]): string {
  const long = readSingle(query, 'query', faults);
  const short = readSingle(query, 'q', faults);
  if (long !== undefined && short !== undefined)
    faults.push({
      code: 'query.conflicting_parameters',
      context: 'query.q',
      message: 'is another name of query; send one of them',
    });
  const text = (long ?? short)?.trim();
  if (text === undefined)
    faults.push({ code: 'query.missing_parameter', context: 'query.query', message: 'is required: the text to find' });
  else if (text.length < 1 || text.length > longestQuery)
    faults.push({
      code: 'query.invalid_value',
      context: long === undefined ? 'query.q' : 'query.query',
      message: `takes 1 to ${longestQuery} characters`,
    });
  return text ?? '';
}

function describeSearch(): MethodDecorator[] {
  const text = { type: 'string', minLength: 1, maxLength: longestQuery } as const;
  return [
    ApiQuery({
      name: 'query',
      required: false,
      schema: text,
      description:
        'The text to find: an object id, a name, a distinguished name, the beginning of one, or a part of a name. Letters are compared without case. Required, as `query` or `q`.',
    }),
    ApiQuery({ name: 'q', required: false, schema: text, description: 'Another name of `query`.' }),
    ApiQuery({
      name: 'type',
      required: false,
      isArray: true,
      style: 'form',
      explode: true,
      schema: { type: 'array', items: { type: 'string', minLength: 1 } },
      description: 'Kind of the entities. A repeated parameter matches any of its values.',
    }),
    ...describeEntityFilter(),
    ...describePage(defaultLimit),
  ];
}
