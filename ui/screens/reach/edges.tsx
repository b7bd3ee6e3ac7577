import { formCall } from '../../api/call.js';
import type { EdgeRowDto } from '../../api/schema.js';
import { address } from '../../base/address.js';
import { day } from '../../base/format.js';
import { EdgeLink } from '../../base/parts.js';
import { endNames, exclusionNames, startNames } from '../../selection/ends.js';
import { ParameterMarks } from '../../selection/parameter-marks.js';
import { type Filter, onlyOrWithout } from '../../table/list-filters.js';
import { List } from '../../table/list.js';
import { type Column, objectColumn } from '../../table/table.js';

const columns: readonly Column<EdgeRowDto>[] = [
  objectColumn('From', (it) => ({ id: it.source, name: it.source_name, kind: it.source_kind })),
  { title: 'Edge', cell: ({ source, target, kind }) => <EdgeLink source={source} target={target} kind={kind} /> },
  objectColumn('To', (it) => ({ id: it.target, name: it.target_name, kind: it.target_kind })),
  {
    title: 'Last seen',
    width: '8rem',
    isExtra: true,
    cell: ({ last_seen: seen }) => (seen === null ? 'derived' : day(seen)),
  },
];

const filters: readonly Filter[] = [
  { name: 'start_tier_zero', label: 'From tier zero', kind: 'choice', choices: onlyOrWithout },
  { name: 'end_tier_zero', label: 'To tier zero', kind: 'choice', choices: onlyOrWithout },
];

const ends = [...startNames, ...endNames];
const parameters = [...ends, 'relationship_kinds', 'only_traversable', ...exclusionNames];

/** Single edges between the ends that the address names; by default those into tier zero. */
export function View() {
  const { query } = address.value;
  const isAny = !ends.some((name) => query.has(name));
  return (
    <List
      heading="Edges"
      ask={(asked) =>
        formCall('GET /api/v2/graphs/edges', { query: { ...asked, ...(isAny && { end_tag: 'tier_zero' }) } })
      }
      columns={columns}
      filters={filters}
      parameters={parameters}
      none="There is no such edge."
      unit="edge"
    >
      <ParameterMarks names={parameters} />
    </List>
  );
}
