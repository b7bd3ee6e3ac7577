import { formCall } from '../../api/call.js';
import type { SearchResultDto } from '../../api/schema.js';
import { address } from '../../base/address.js';
import { ObjectLink } from '../../base/parts.js';
import { ObjectList } from '../../table/object-list.js';
import type { Column } from '../../table/table.js';

const columns: readonly Column<SearchResultDto>[] = [
  {
    title: 'Name',
    width: '2fr',
    sort: 'name',
    cell: ({ objectid, name, type, tier_zero: isTierZero }) => (
      <>
        <ObjectLink id={objectid} name={name} kind={type} />{' '}
        {isTierZero && <span class="mark tier-zero">Tier zero</span>}
      </>
    ),
  },
  { title: 'Kind', width: '9rem', cell: ({ type }) => type },
  { title: 'Environment', isExtra: true, cell: ({ domain }) => domain ?? '' },
  { title: 'Distinguished name', width: '2fr', isExtra: true, cell: ({ distinguishedname }) => distinguishedname },
];

/** All objects that a search finds. Its filters and conditions are in the address. */
export function Results() {
  const text = address.value.query.get('query')?.trim() ?? '';
  const title = text === '' ? 'Objects' : `Objects called “${text}”`;
  return (
    <ObjectList
      heading={title}
      ask={(query) => formCall('GET /api/v2/search', { query: { ...query, query: text || undefined } })}
      columns={columns}
      filters={[{ name: 'type', label: 'Kind', kind: 'node-kind' }]}
      unit="object"
      none={
        text === ''
          ? 'The graph has no objects.'
          : `No object has “${text}” as its id or in its name. Letters are compared without case.`
      }
    />
  );
}
