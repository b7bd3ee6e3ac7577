import { ApiQuery } from '@nestjs/swagger';
import type { Fault } from '../../base/errors.js';
import { type QueryParameters, readSingle, routeInput } from '../../http/input/route-inputs.js';
import { maxLimit } from '../../http/list/list-description.js';
import { describePage } from '../../http/list/list-query.decorator.js';
import { flagSchema, readCount, readFlag } from '../../http/list/parse-list.js';

export interface SearchParameters {
  readonly query: string;
  /** Names of kinds; none: all. */
  readonly types: readonly string[];
  /** Object id or name of a domain or tenant. */
  readonly environment: string | undefined;
  readonly tierZero: boolean;
  readonly skip: number;
  readonly limit: number;
}

const names = ['query', 'q', 'type', 'environment', 'tier_zero', 'skip', 'limit'];
const longestQuery = 1024;
const longestName = 600;
const defaultLimit = 10;

/** Reads all parameters of a search. */
export function SearchQuery(): ParameterDecorator {
  return routeInput(
    { place: 'query', names, read: (query, faults, { state }) => readSearch(query, faults, state.maxLimit) },
    ...describeSearch(),
  );
}

function readSearch(query: QueryParameters, faults: Fault[], mostResults = maxLimit): SearchParameters {
  return {
    query: readText(query, faults),
    types: query.flatMap(([name, value]) => (name === 'type' ? [value] : [])),
    environment: readSingle(query, 'environment', faults),
    tierZero: readFlag(query, 'tier_zero', false, faults),
    skip: readCount(query, 'skip', 0, Number.MAX_SAFE_INTEGER, faults),
    limit: readCount(query, 'limit', defaultLimit, mostResults, faults),
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
    ApiQuery({
      name: 'environment',
      required: false,
      schema: { type: 'string', minLength: 1, maxLength: longestName },
      description: 'Object id or name of the domain or tenant to search. Letters are compared without case.',
    }),
    ApiQuery({
      name: 'tier_zero',
      required: false,
      schema: flagSchema(false),
      description: 'Searches tier zero only.',
    }),
    ...describePage(defaultLimit),
  ];
}
