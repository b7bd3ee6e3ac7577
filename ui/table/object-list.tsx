import type { LinkedEntityDto } from '../api/schema.js';
import { address } from '../base/address.js';
import { valueText } from '../base/property-value.js';
import { columnsIn, Conditions } from './conditions.js';
import { environmentFilter, type Filter, onlyOrWithout } from './list-filters.js';
import { List, type ListProps } from './list.js';
import { type Column, objectColumn } from './table.js';

/** A list of objects, with conditions on their properties and columns of them. */
export function ObjectList<Row extends PropertyRow>({ columns, filters = [], ...list }: ListProps<Row>) {
  const { query } = address.value;
  return (
    <List
      {...list}
      columns={[...columns, ...columnsIn(query).map(propertyColumn)]}
      filters={[...filters, environmentFilter, tierZero]}
      parameters={parameters}
    >
      <Conditions />
    </List>
  );
}

const tierZero: Filter = { name: 'tier_zero', label: 'Tier zero', kind: 'choice', choices: onlyOrWithout };

const parameters = ['where', 'props'];

/** Columns of lists of entities. */
export const entityColumns: readonly Column<LinkedEntityDto>[] = [
  objectColumn('Name', ({ objectID: id, name, label: kind }) => ({ id, name, kind }), { sort: 'name' }),
  { title: 'Kind', name: 'label', width: '9rem' },
  { title: 'Object id', sort: 'objectID', isExtra: true, cell: ({ objectID: id }) => <code>{id}</code> },
];

/** A row with the properties that were asked as columns. */
interface PropertyRow {
  readonly props?: Readonly<Record<string, unknown>>;
}

/** A column that shows and sorts by a property. */
function propertyColumn(name: string): Column<PropertyRow> {
  return { title: name, sort: `props.${name}`, cell: ({ props }) => valueText(name, props?.[name]) };
}
