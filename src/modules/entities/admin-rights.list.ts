import { routeInput } from '../../http/input/route-inputs.js';
import { column, describeList, type ListDescription, type ListRequest } from '../../http/list/list-description.js';
import { describeListParameters } from '../../http/list/list-query.decorator.js';
import { listParameterNames, parseList } from '../../http/list/parse-list.js';

/** GraphReader sorts the list. Only the names of these columns are used, not their SQL. */
export const adminRightsList = describeList({
  columns: {
    name: column.string('name', 'sort'),
    objectID: column.string('objectid', 'sort'),
    label: column.string('label', 'sort'),
  },
  defaultSort: ['name'],
  tieBreaker: 'id',
  defaultLimit: 10,
});

export type AdminRightsRequest = ListRequest<keyof typeof adminRightsList.columns>;

/** Reads the list parameters of `type=list`. With `type=graph` they are errors, because that answer is the whole graph and not a page. */
export function ListOnlyQuery(list: ListDescription): ParameterDecorator {
  const names = listParameterNames(list);
  return routeInput(
    {
      place: 'query',
      names,
      read: (query, faults, { state }) => {
        const isGraph = query.some(([name, value]) => name === 'type' && value === 'graph');
        if (!isGraph) return parseList(query, list, faults, state.maxLimit);
        const given = new Set(query.map(([name]) => name));
        for (const name of names) {
          if (given.has(name))
            faults.push({
              code: 'query.conflicting_parameters',
              context: `query.${name}`,
              message: 'applies to type=list only',
            });
        }
        return parseList([], list, faults);
      },
    },
    ...describeListParameters(list),
  );
}
