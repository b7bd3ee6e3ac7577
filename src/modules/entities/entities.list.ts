import { refuse } from '../../http/input/query.decorators.js';
import { routeInput } from '../../http/input/route-inputs.js';
import type { ListDescription } from '../../http/list/list-description.js';
import { describeListParameters } from '../../http/list/list-query.decorator.js';
import { listParameterNames, parseList } from '../../http/list/parse-list.js';
import { describeRows, readRows } from '../environments/rows.query.js';

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
