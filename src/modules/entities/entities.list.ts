import { fromQuery, joined, refuse } from '../../http/input/parameters.js';
import type { ListDescription } from '../../http/list/list-description.js';
import { listParameter } from '../../http/list/list-query.decorator.js';
import { rows } from '../conditions/rows.query.js';

/**
 * Reads the list parameters of `type=list`. With other types they are errors, because those answers are whole and not a page.
 * @param types the values of `type`
 */
export function ListOnlyQuery(
  list: ListDescription,
  types: readonly string[],
  { hasProperties }: { readonly hasProperties: boolean },
): ParameterDecorator {
  const page = hasProperties ? rows(list) : listParameter(list);
  return fromQuery(
    joined([page], (query, faults, request) => {
      const isOther = query.some(([name, value]) => name === 'type' && value !== 'list' && types.includes(value));
      if (isOther) refuse(page.names, query, 'applies to type=list only', faults);
      return { props: [], ...page.read(isOther ? [] : query, faults, request) };
    }),
  );
}
