import { useAddress } from '../base/address.js';
import { Conditions } from './conditions.js';
import { useEnvironmentFilter } from './environment-filter.js';
import { List, type ListProps } from './list.js';
import { type Filter, onlyOrWithout } from './list-filters.js';
import { columnsIn, type PropertyRow, propertyColumn } from './property-columns.js';

/** A list of objects, with conditions on their properties and columns of them. */
export function ObjectList<Row extends PropertyRow>({ columns, filters = [], ...list }: ListProps<Row>) {
  const { query } = useAddress();
  const environment = useEnvironmentFilter();
  return (
    <List
      {...list}
      columns={[...columns, ...columnsIn(query).map(propertyColumn)]}
      filters={[...filters, environment, tierZero]}
      parameters={parameters}
    >
      <Conditions />
    </List>
  );
}

const tierZero: Filter = {
  name: 'tier_zero',
  label: 'Tier zero',
  kind: 'choice',
  choices: onlyOrWithout,
};

const parameters = ['where', 'props'];
