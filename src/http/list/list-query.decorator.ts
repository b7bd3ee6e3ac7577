import { ApiQuery } from '@nestjs/swagger';
import { describeRepeated, type Documented, flag, fromQuery, joined, type Parameter } from '../input/parameters.js';
import { type Column, type ListDescription, type ListRequest, maxLimit, type Page } from './list-description.js';
import { parseFilters, parseList, readPage, skips, sortableColumns } from './parse-list.js';
import { pollParameter } from './polling.js';
import { valueTypes } from './value-types.js';

/** All parameters of a list (filters, `sort_by`, `skip`, `limit`) as one ListRequest. */
export function ListQuery(list: ListDescription): ParameterDecorator {
  return fromQuery(listParameter(list));
}

/** The filters of a list alone, for a sum over it. */
export function FilterQuery(list: ListDescription): ParameterDecorator {
  return fromQuery(joined(filtersOf(list), (query, faults) => parseFilters(query, list, faults)));
}

/** @param sorting what describes `sort_by` */
export function listParameter<C extends string, F extends string>(
  list: ListDescription<C, F>,
  sorting = describeSorting(
    'Columns',
    { enum: sortableColumns(list).flatMap((name) => [name, `-${name}`]) },
    list.defaultSort,
  ),
): Parameter<ListRequest<C, F>> {
  const order = { names: ['sort_by'], describe: [sorting] };
  const flags = Object.entries<boolean>(list.flags).map(([name, byDefault]) => flag(name, byDefault));
  const page = pageParameter(list.defaultLimit);
  const polling = list.polled ? [pollParameter] : [];
  return joined([order, ...filtersOf(list), ...flags, page, ...polling], (query, faults, request) => ({
    ...parseList(query, list, faults, request.state.maxLimit),
    ...(list.polled && { poll: pollParameter.read(query, faults, request) }),
  }));
}

/** `skip` and `limit`. */
export function pageParameter(defaultLimit: number): Parameter<Page> {
  const limits = { minimum: 0, maximum: maxLimit, default: defaultLimit };
  return {
    names: ['skip', 'limit'],
    read: (query, faults, { state }) => readPage(query, defaultLimit, state.maxLimit, faults),
    describe: [
      ApiQuery({
        name: 'skip',
        required: false,
        schema: { type: 'integer', ...skips, default: 0 },
        description: 'Number of results to skip.',
      }),
      ApiQuery({
        name: 'limit',
        required: false,
        schema: { type: 'integer', ...limits },
        description: 'Most results of the page; 0 returns only the count.',
      }),
    ],
  };
}

/**
 * `sort_by` in the OpenAPI document.
 * @param what is sorted by
 * @param schema of one of its values
 * @param byDefault undefined: another order
 */
export function describeSorting(what: string, schema: object, byDefault?: readonly string[]): MethodDecorator {
  const description = `${what} to sort by, in this order. A leading hyphen sorts descending. The id breaks ties; nulls come last.`;
  const list = byDefault && { default: [...byDefault] };
  return describeRepeated('sort_by', description, { type: 'string', ...schema }, list);
}

function filtersOf(list: ListDescription): Documented[] {
  return Object.entries(list.columns).flatMap(([name, column]) =>
    column.filterable ? [{ names: [name], describe: [describeFilter(name, column)] }] : [],
  );
}

function describeFilter(name: string, { type: typeName, nullable, values }: Column): MethodDecorator {
  const type = valueTypes[typeName];
  const filters = values
    ? `((eq|neq):)?(${values.join('|').replaceAll('.', String.raw`\.`)})|~eq:${type.pattern}`
    : `((${type.predicates.join('|')}):)?(${type.pattern})`;
  const orNull = nullable ? '|((eq|neq):)?null' : '';
  const description = `Filter, \`[<predicate>:]<value>\`. The default predicate is \`eq\`. Predicates: ${type.predicates.join(', ')}. Several filters are combined by AND.`;
  return describeRepeated(name, description, { type: 'string', pattern: `^(${filters}${orNull})$` });
}
