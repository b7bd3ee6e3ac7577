import { ApiQuery } from '@nestjs/swagger';
import type { Fault } from '../../base/errors.js';
import { describeRepeated } from '../../http/input/query.decorators.js';
import { type QueryParameters, readSingle, routeInput } from '../../http/input/route-inputs.js';
import { column, describeList, maxLimit, type Page } from '../../http/list/list-description.js';
import {
  describeEntityFilter,
  type EntityFilter,
  filterNames,
  readEntityFilter,
} from '../environments/entity-filter.js';
import { describeRows, readRows, type RowOrder } from '../environments/rows.query.js';

export interface SearchParameters extends EntityFilter, Page {
  /** Null: any entity. */
  readonly query: string | null;
  /** Names of kinds; none: all. */
  readonly types: readonly string[];
  readonly order: readonly RowOrder<SearchColumn>[];
  /** Names of the properties that results have. */
  readonly props: readonly string[];
}

/** Only the names of these columns are used. The default is the order of the matches. */
const searchList = describeList({
  columns: { name: column.string('name', 'sort'), objectid: column.string('objectid', 'sort') },
  defaultSort: [],
  tieBreaker: 'id',
  defaultLimit: 10,
});

type SearchColumn = keyof typeof searchList.columns;

const names = ['query', 'q', 'type', ...filterNames, 'sort_by', 'skip', 'limit', 'props'];
const longestQuery = 1024;

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
    ...readRows(query, searchList, faults, maxResults),
  };
}

/** `q` is the name of the parameter in the reference product. */
function readText(query: QueryParameters, faults: Fault[]): string | null {
  const long = readSingle(query, 'query', faults);
  const short = readSingle(query, 'q', faults);
  if (long !== undefined && short !== undefined)
    faults.push({
      code: 'query.conflicting_parameters',
      context: 'query.q',
      message: 'is another name of query; send one of them',
    });
  const text = (long ?? short)?.trim();
  const isLimited = query.some(([name]) => name === 'type' || filterNames.includes(name));
  if (text === undefined && !isLimited)
    faults.push({
      code: 'query.missing_parameter',
      context: 'query.query',
      message: `is required: the text to find; or give one of type, ${filterNames.join(', ')}`,
    });
  if (text === undefined) return null;
  if (text.length < 1 || text.length > longestQuery)
    faults.push({
      code: 'query.invalid_value',
      context: long === undefined ? 'query.q' : 'query.query',
      message: `takes 1 to ${longestQuery} characters`,
    });
  return text;
}

function describeSearch(): MethodDecorator[] {
  const text = { type: 'string', minLength: 1, maxLength: longestQuery } as const;
  return [
    ApiQuery({
      name: 'query',
      required: false,
      schema: text,
      description:
        'The text to find: an object id, a name, a distinguished name, the beginning of one, or a part of a name. Letters are compared without case. Required, as `query` or `q`, unless there is another condition: `type`, `environment`, `tier_zero` or `where`.',
    }),
    ApiQuery({ name: 'q', required: false, schema: text, description: 'Another name of `query`.' }),
    describeRepeated('type', 'Kind of the entities. A repeated parameter matches any of its values.', {
      type: 'string',
      minLength: 1,
    }),
    ...describeEntityFilter(),
    ...describeRows(searchList),
  ];
}
