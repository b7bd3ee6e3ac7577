import { type QueryParameters, routeInput } from '../../http/input/route-inputs.js';
import { column, describeList, type ListDescription, type ListRequest } from '../../http/list/list-description.js';
import { describeListParameters } from '../../http/list/list-query.decorator.js';
import { listParameterNames, parseList } from '../../http/list/parse-list.js';
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

export type EntityListRequest = ListRequest<keyof typeof entityList.columns>;

/**
 * Reads the list parameters of `type=list`. With other types they are errors, because those answers are whole and not a page.
 * @param types the values of `type`
 */
export function ListOnlyQuery(list: ListDescription, types: readonly string[]): ParameterDecorator {
  const names = listParameterNames(list);
  return routeInput(
    {
      place: 'query',
      names,
      read: (query, faults, { state }) => {
        const isOther = query.some(([name, value]) => name === 'type' && value !== 'list' && types.includes(value));
        if (!isOther) return parseList(query, list, faults, state.maxLimit);
        refuse(names, query, 'applies to type=list only', faults);
        return parseList([], list, faults);
      },
    },
    ...describeListParameters(list),
  );
}

/** Adds a fault for each of these parameters that is given. */
export function refuse(names: readonly string[], query: QueryParameters, message: string, faults: Fault[]): void {
  const given = new Set(query.map(([name]) => name));
  for (const name of names)
    if (given.has(name)) faults.push({ code: 'query.conflicting_parameters', context: `query.${name}`, message });
}
