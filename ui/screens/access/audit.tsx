import { callTo, formCall } from '../../api/call.js';
import type { AuditEntryDto } from '../../api/schema.js';
import { address, linkWith } from '../../base/address.js';
import { Moment, Pairs } from '../../base/parts.js';
import { Ask } from '../../base/states.js';
import { type Column, type Filter, List, type Page } from '../../table/list.js';

const outcomes = { success: 'Success', failure: 'Failure' } as const;

const columns: readonly Column<AuditEntryDto>[] = [
  { title: 'Time', name: 'at', width: '10rem', isTime: true, link: ({ id }) => linkWith({ entry: String(id) }) },
  { title: 'Who', name: 'actor', filter: 'part' },
  { title: 'Action', name: 'action', filter: 'part' },
  { title: 'On what', name: 'resource', filter: 'part', width: '2fr', isExtra: true },
  { title: 'Outcome', name: 'outcome', filter: 'choice', texts: outcomes, width: '6rem', isExtra: true },
];

const filters: readonly Filter[] = [
  { name: 'at', label: 'From', kind: 'from' },
  { name: 'at', label: 'Before', kind: 'before' },
];

export function View() {
  const entry = address.value.query.get('entry');
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
