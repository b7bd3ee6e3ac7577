import { callTo, formCall } from '../../api/call.js';
import type { AuditEntryDto } from '../../api/schema.js';
import { linkWith, useAddress } from '../../base/address.js';
import { Heading } from '../../base/heading.js';
import { Moment } from '../../base/moment.js';
import { Pairs } from '../../base/pairs.js';
import { Answered } from '../../base/states.js';
import { useAnswer } from '../../base/use-answer.js';
import { List } from '../../table/list.js';
import type { Filter } from '../../table/list-filters.js';
import type { Column } from '../../table/table.js';
import type { Page } from '../../table/use-rows.js';
import { texts } from './texts.js';

const columns: readonly Column<AuditEntryDto>[] = [
  {
    title: texts.time,
    sort: 'at',
    width: '10rem',
    cell: ({ id, at }) => (
      <a href={linkWith({ entry: String(id) })}>
        <Moment time={at} />
      </a>
    ),
  },
  { title: texts.actor, sort: 'actor', cell: ({ actor }) => <bdi>{actor}</bdi> },
  { title: texts.action, sort: 'action', cell: ({ action }) => action },
  { title: texts.resource, sort: 'resource', width: '2fr', isExtra: true, cell: ({ resource }) => resource },
  {
    title: texts.outcome,
    sort: 'outcome',
    width: '6rem',
    isExtra: true,
    cell: ({ outcome }) => <span class={`state ${outcome}`}>{texts.outcomes[outcome]}</span>,
  },
];

const filters: readonly Filter[] = [
  { name: 'actor', label: texts.actor, kind: 'part' },
  { name: 'action', label: texts.action, kind: 'part' },
  { name: 'resource', label: texts.resource, kind: 'part' },
  { name: 'outcome', label: texts.outcome, kind: 'choice', choices: Object.entries(texts.outcomes) },
  { name: 'at', label: texts.from, kind: 'from' },
  { name: 'at', label: texts.before, kind: 'before' },
];

export function View() {
  const entry = useAddress().query.get('entry');
  return (
    <>
      <Heading text={texts.audit} />
      {entry !== null && <Entry id={entry} />}
      <List
        ask={(query) => formCall('GET /api/v2/audit', { query })}
        label={texts.audit}
        columns={columns}
        filters={filters}
        sort="-at"
        none={texts.noEntries}
      />
    </>
  );
}

function Entry({ id }: { readonly id: string }) {
  const asked = useAnswer(callTo<Page<AuditEntryDto>>('/api/v2/audit', { id }));
  return (
    <section class="note" aria-label={texts.entry(id)}>
      <Answered asked={asked} lines={6}>
        {({ data }) =>
          data.map((entry) => (
            <Pairs
              key={entry.id}
              of={[
                [texts.time, <Moment key="at" time={entry.at} />],
                [texts.actor, entry.actor],
                [texts.action, entry.action],
                [texts.resource, entry.resource],
                [texts.outcome, texts.outcomes[entry.outcome]],
                [texts.request, entry.request_id],
                [texts.details, <pre key="details">{JSON.stringify(entry.details, null, 2)}</pre>],
              ]}
            />
          ))
        }
      </Answered>
    </section>
  );
}
