import { ApiQuery } from '@nestjs/swagger';
import { describeRepeated } from '../input/query.decorators.js';
import { routeInput } from '../input/route-inputs.js';
import { type Column, type ListDescription, maxLimit } from './list-description.js';
import { flagSchema, listParameterNames, parseFilters, parseList, sortableColumns } from './parse-list.js';
import { valueTypes } from './value-types.js';

/** All parameters of a list (filters, `sort_by`, `skip`, `limit`) as one ListRequest. */
export function ListQuery(list: ListDescription): ParameterDecorator {
  return routeInput(
    {
      place: 'query',
      names: listParameterNames(list),
      read: (query, faults, { state }) => parseList(query, list, faults, state.maxLimit),
    },
    ...describeListParameters(list),
  );
}

/** The filters of a list alone, for a sum over it. */
export function FilterQuery(list: ListDescription): ParameterDecorator {
  const filterable = Object.entries(list.columns).filter(([, column]) => column.filterable);
  return routeInput(
    {
      place: 'query',
      names: filterable.map(([name]) => name),
      read: (query, faults) => parseFilters(query, list, faults),
    },
    ...filterable.map(([name, column]) => describeFilter(name, column)),
  );
}

/** The parameters of a list in the OpenAPI document. @param sorting what describes `sort_by` */
export function describeListParameters(
  list: ListDescription,
  sorting = describeSorting(
    'Columns',
    { enum: sortableColumns(list).flatMap((name) => [name, `-${name}`]) },
    list.defaultSort,
  ),
): MethodDecorator[] {
  const filters = Object.entries(list.columns).flatMap(([name, column]) =>
    column.filterable ? [describeFilter(name, column)] : [],
  );
  const flags = Object.entries(list.flags).map(([name, byDefault]) =>
    ApiQuery({
      name,
      required: false,
      schema: flagSchema(byDefault),
    }),
  );
  return [sorting, ...filters, ...flags, ...describePage(list.defaultLimit)];
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

/** `skip` and `limit` in the OpenAPI document. */
export function describePage(defaultLimit: number): MethodDecorator[] {
  const integer = { type: 'integer', minimum: 0 } as const;
  return [
    ApiQuery({
      name: 'skip',
      required: false,
      schema: { ...integer, maximum: Number.MAX_SAFE_INTEGER, default: 0 },
      description: 'Number of results to skip.',
    }),
    ApiQuery({
      name: 'limit',
      required: false,
      schema: { ...integer, maximum: maxLimit, default: defaultLimit },
      description: 'Most results of the page; 0 returns only the count.',
    }),
  ];
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
