import { fault, type Fault } from '../../base/errors.js';
import { joined, type Parameter } from '../../http/input/parameters.js';
import type { QueryParameters } from '../../http/input/route-inputs.js';
import type { ListDescription, ListRequest, Order } from '../../http/list/list-description.js';
import { describeSorting, listParameter } from '../../http/list/list-query.decorator.js';
import { sortableColumns } from '../../http/list/parse-list.js';
import { isPropertyName } from '../../graph/conditions/condition-text.js';
import { propertyNames } from './conditions.query.js';

export type RowOrder<C extends string> = Order<C> | { readonly property: string; readonly descending: boolean };

/** A page of rows that may have properties and be sorted by them. */
export interface RowsRequest<C extends string> extends Omit<ListRequest<C>, 'order'> {
  readonly order: readonly RowOrder<C>[];
  readonly props: readonly string[];
}

const byProperty = /^(-?)props\.(.*)$/s;

/** A list with `props` and `sort_by=props.<name>`. */
export function rows<C extends string>(list: ListDescription<C>): Parameter<RowsRequest<C>> {
  const { defaultSort } = list;
  const sorting = describeSorting(
    'Columns and properties (`props.<name>`)',
    { pattern: `^-?(${sortableColumns(list).join('|')}|props\\.[^:,]+)$` },
    defaultSort.length > 0 ? defaultSort : undefined,
  );
  const columns = listParameter(list, sorting);
  return joined([columns, propertyNames], (query, faults, request) => {
    const others = query.filter((it) => !isByProperty(it));
    const ownFaults: Fault[] = [];
    const page = columns.read(others, ownFaults, request);
    faults.push(...ownFaults.map(withProperties));
    const order = orderOf(query, page.order, faults);
    return { ...page, order, props: propertyNames.read(query, faults, request) };
  });
}

/** @param columns the order without properties */
function orderOf<C extends string>(
  query: QueryParameters,
  columns: readonly Order<C>[],
  faults: Fault[],
): readonly RowOrder<C>[] {
  const inTurn = columns.values();
  const sorted = query.flatMap(([name, value]): RowOrder<C>[] => {
    if (name !== 'sort_by') return [];
    const [, hyphen, property] = byProperty.exec(value) ?? [];
    if (property === undefined) {
      const { value: column } = inTurn.next();
      return column ? [column] : [];
    }
    if (!isPropertyName(property)) faults.push(unsortable(property));
    return [{ property, descending: hyphen === '-' }];
  });
  // The usual order breaks ties of properties.
  const isPlain = query.some((it) => it[0] === 'sort_by' && !isByProperty(it));
  return isPlain ? sorted : [...sorted, ...columns];
}

function isByProperty([name, value]: QueryParameters[number]): boolean {
  return name === 'sort_by' && byProperty.test(value);
}

/** People forget the `props.` before the name of a property. */
function withProperties(it: Fault): Fault {
  const [, name] = /^"-?([^"]+)"/.exec(it.message) ?? [];
  return it.code === 'list.unsortable' ? { ...it, message: `${it.message}, and properties, as props.${name}` } : it;
}

function unsortable(property: string): Fault {
  return fault('list.unsortable', 'query.sort_by', `${JSON.stringify(property)} is no name of a property`);
}
