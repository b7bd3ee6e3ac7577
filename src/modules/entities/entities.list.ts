import { type QueryParameters, routeInput } from '../../http/input/route-inputs.js';
import { column, describeList, type ListDescription, type ListRequest } from '../../http/list/list-description.js';
import { describeListParameters } from '../../http/list/list-query.decorator.js';
import { listParameterNames, parseList } from '../../http/list/parse-list.js';
import { describeRows, readRows, type RowOrder } from '../environments/rows.query.js';
import type { Fault } from '../../base/errors.js';

/** EntityReader sorts the list. Only the names of these columns are used, not their SQL. */
export const entityList = describeList({
  columns: {
    name: column.string('name', 'sort'),
    objectID: column.string('objectid', 'sort'),
    label: column.string('label', 'sort'),
  },
  defaultSort: ['name'],
  tieBreaker: 'id',
  defaultLimit: 10,
});

/** As {@link entityList}, with the page size of BloodHound for cloud entities. */
export const cloudList = describeList({ ...entityList, defaultLimit: 100 });

type EntityColumnName = keyof typeof entityList.columns;

export interface EntityListRequest extends Omit<ListRequest<EntityColumnName>, 'order'> {
  readonly order: readonly RowOrder<EntityColumnName>[];
  /** Names of the properties that rows have. */
  readonly props: readonly string[];
}

/**
 * Reads the list parameters of `type=list`. With other types they are errors, because those answers are whole and not a page.
 * @param types the values of `type`
 */
export function ListOnlyQuery(
  list: ListDescription,
  types: readonly string[],
  { hasProperties }: { readonly hasProperties: boolean },
): ParameterDecorator {
  const names = [...listParameterNames(list), ...(hasProperties ? ['props'] : [])];
  return routeInput(
    {
      place: 'query',
      names,
      read: (query, faults, { state }) => {
        const isOther = query.some(([name, value]) => name === 'type' && value !== 'list' && types.includes(value));
        if (isOther) refuse(names, query, 'applies to type=list only', faults);
        const given = isOther ? [] : query;
        if (hasProperties) return readRows(given, list, faults, state.maxLimit);
        return { ...parseList(given, list, faults, state.maxLimit), props: [] };
      },
    },
    ...(hasProperties ? describeRows(list) : describeListParameters(list)),
  );
}

/** Adds a fault for each of these parameters that is given. */
export function refuse(names: readonly string[], query: QueryParameters, message: string, faults: Fault[]): void {
  const given = new Set(query.map(([name]) => name));
  for (const name of names)
    if (given.has(name)) faults.push({ code: 'query.conflicting_parameters', context: `query.${name}`, message });
}
