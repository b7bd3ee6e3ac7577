import type { EntityPageRequest } from './graph-reader.js';

/**
 * SQL of an order of nodes `x`, without ORDER BY. The id follows the direction of the last column, so that one index read
 * backwards gives the reversed order.
 * @param label expression of the name of the primary kind; null where all rows have the same
 */
export function entityOrder(order: EntityPageRequest['order'], label: string | null): string {
  const columns = order.flatMap(({ by, descending }) => {
    const expression = by === 'label' ? label : `x.${by}`;
    return expression ? [expression + direction(descending)] : [];
  });
  return [...columns, `x.id${direction(order.at(-1)?.descending ?? false)}`].join(', ');
}

function direction(descending: boolean): string {
  return descending ? ' DESC' : '';
}
