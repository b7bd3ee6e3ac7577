import { callTo, formCall } from '../../api/call.js';
import type { AuditEntryDto } from '../../api/schema.js';
import { linkWith, useAddress } from '../../base/address.js';
import { Moment, Pairs } from '../../base/parts.js';
import { Ask } from '../../base/states.js';
import type { Filter } from '../../table/list-filters.js';
import { List } from '../../table/list.js';
import type { Column } from '../../table/table.js';
import type { Page } from '../../table/use-rows.js';

const outcomes = { success: 'Success', failure: 'Failure' } as const;

const columns: readonly Column<AuditEntryDto>[] = [
  {
    title: 'Time',
    sort: 'at',
    width: '10rem',
    cell: ({ id, at }) => (
      <a href={linkWith({ entry: String(id) })}>
        <Moment time={at} />
      </a>
    ),
  },
  { title: 'Who', sort: 'actor', cell: ({ actor }) => <bdi>{actor}</bdi> },
  { title: 'Action', sort: 'action', cell: ({ action }) => action },
  { title: 'On what', sort: 'resource', width: '2fr', isExtra: true, cell: ({ resource }) => resource },
  {
    title: 'Outcome',
    sort: 'outcome',
    width: '6rem',
    isExtra: true,
    cell: ({ outcome }) => <span class={`state ${outcome}`}>{outcomes[outcome]}</span>,
  },
];

const filters: readonly Filter[] = [
  { name: 'actor', label: 'Who', kind: 'part' },
  { name: 'action', label: 'Action', kind: 'part' },
  { name: 'resource', label: 'On what', kind: 'part' },
  { name: 'outcome', label: 'Outcome', kind: 'choice', choices: outcomes },
  { name: 'at', label: 'From', kind: 'from' },
  { name: 'at', label: 'Before', kind: 'before' },
];

export function View() {
  const entry = useAddress().query.get('entry');
  return (
    <List
      heading="Audit log"
      before={entry !== null && <Entry id={entry} />}
      ask={(query) => formCall('GET /api/v2/audit', { query })}
      columns={columns}
      filters={filters}
      sort="-at"
      none="The log is empty."
    />
  );
}

function Entry({ id }: { readonly id: string }) {
  return (
    <section class="note" aria-label={`Entry ${id}`}>
      <Ask of={callTo<Page<AuditEntryDto>>('/api/v2/audit', { id })} lines={6}>
        {({ data: [entry] }) =>
          entry && (
            <Pairs
              of={{
                Time: <Moment time={entry.at} />,
                Who: entry.actor,
                Action: entry.action,
                'On what': entry.resource,
                Outcome: outcomes[entry.outcome],
                Request: entry.request_id,
                Details: <pre>{JSON.stringify(entry.details, null, 2)}</pre>,
              }}
            />
          )
        }
      </Ask>
    </section>
  );
}
