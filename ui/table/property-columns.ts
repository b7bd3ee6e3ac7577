import { valueText } from '../base/property-value.js';
import type { Column } from './table.js';

/** A row with the properties that were asked as columns. */
export interface PropertyRow {
  readonly props?: Readonly<Record<string, unknown>>;
}

/** Names of the properties that an address asks as columns. */
export function columnsIn(query: URLSearchParams): readonly string[] {
  return [...new Set((query.get('props') ?? '').split(',').filter((name) => name !== ''))];
}

/** A column that shows and sorts by a property. */
export function propertyColumn(name: string): Column<PropertyRow> {
  return { title: name, sort: `props.${name}`, cell: ({ props }) => valueText(name, props?.[name]) };
}
