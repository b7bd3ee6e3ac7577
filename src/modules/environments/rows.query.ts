import type { Fault } from '../../base/errors.js';
import type { QueryParameters } from '../../http/input/route-inputs.js';
import type { ListDescription, ListRequest, Order } from '../../http/list/list-description.js';
import { describeListParameters, describeSorting } from '../../http/list/list-query.decorator.js';
import { parseList, sortableColumns } from '../../http/list/parse-list.js';
import { describePropertyNames, isPropertyName, readPropertyNames } from './conditions.query.js';

export type RowOrder<C extends string> = Order<C> | { readonly property: string; readonly descending: boolean };

/** A page of rows that may have properties and be sorted by them. */
export interface RowsRequest<C extends string> extends Omit<ListRequest<C>, 'order'> {
  readonly order: readonly RowOrder<C>[];
  readonly props: readonly string[];
}

const byProperty = /^(-?)props\.(.*)$/s;

/** As parseList, with `props` and `sort_by=props.<name>`. */
export function readRows<C extends string>(
  query: QueryParameters,
  list: ListDescription<C>,
  faults: Fault[],
  maxResults?: number,
): RowsRequest<C> {
  const others = query.filter((it) => !isByProperty(it));
  const request = parseList(others, list, faults, maxResults);
  const columns = request.order.values();
  const sorted = query.flatMap(([name, value]): RowOrder<C>[] => {
    if (name !== 'sort_by') return [];
    const [, hyphen, property] = byProperty.exec(value) ?? [];
    if (property === undefined) {
      const { value: column } = columns.next();
      return column ? [column] : [];
    }
    if (!isPropertyName(property)) faults.push(unsortable(property));
    return [{ property, descending: hyphen === '-' }];
  });
  // The usual order breaks ties of properties.
  const isPlain = query.some((it) => it[0] === 'sort_by' && !isByProperty(it));
  return {
    ...request,
    order: isPlain ? sorted : [...sorted, ...request.order],
    props: readPropertyNames(query, faults),
  };
}

function isByProperty([name, value]: QueryParameters[number]): boolean {
  return name === 'sort_by' && byProperty.test(value);
}

function unsortable(property: string): Fault {
  return {
    code: 'list.unsortable',
    context: 'query.sort_by',
    message: `${JSON.stringify(property)} is no name of a property`,
  };
}

/** The parameters of {@link readRows} in the OpenAPI document. */
export function describeRows(list: ListDescription): MethodDecorator[] {
  const { defaultSort } = list;
  const sorting = describeSorting(
    'Columns and properties (`props.<name>`)',
    { pattern: `^-?(${sortableColumns(list).join('|')}|props\\.[^:,]+)$` },
    defaultSort.length > 0 ? defaultSort : undefined,
  );
  return [...describeListParameters(list, sorting), describePropertyNames()];
}
