import { type AnswerOf, formCall } from '../../api/call.js';
import type { GraphChangeDto, GraphChangeGroupDto } from '../../api/schema.js';
import { linkWith } from '../../base/address.js';
import { EdgeLink } from '../../base/edge-link.js';
import { counted, number } from '../../base/format.js';
import { Heading } from '../../base/heading.js';
import { Moment } from '../../base/moment.js';
import { ObjectLink } from '../../base/object-link.js';
import { valueText } from '../../base/property-value.js';
import { useEnvironmentFilter } from '../../table/environment-filter.js';
import { List } from '../../table/list.js';
import type { Filter } from '../../table/list-filters.js';
import { SmallTable } from '../../table/small-table.js';
import type { Column } from '../../table/table.js';
import { Period, since, unknownHint } from './period.js';
import { texts } from './texts.js';

const filters: readonly Filter[] = [
  since,
  { name: 'change', label: texts.change, kind: 'choice', choices: Object.entries(texts.changes) },
  { name: 'type', label: texts.type, kind: 'choice', choices: Object.entries(texts.types) },
  { name: 'kind', label: texts.kind, kind: 'part' },
];

/** What came, went and changed between two runs of the analysis. */
export function View() {
  const environment = { ...useEnvironmentFilter(), name: 'environment_id' };
  return (
    <>
      <Heading text={texts.title} />
      <List
        ask={(query) => formCall('GET /api/v2/graphs/changes', { query })}
        label={texts.title}
        columns={columns}
        filters={[...filters, environment]}
        parameters={['until']}
        none={texts.none}
        counted={(count) => counted(count, 'change')}
        hint={unknownHint}
        summary={(answer) => <Summary answer={answer} />}
      />
    </>
  );
}

const columns: readonly Column<GraphChangeDto>[] = [
  { title: texts.change, width: '6rem', sort: 'change', cell: ({ change }) => texts.changes[change] },
  {
    title: texts.what,
    width: '3fr',
    sort: 'source_name',
    cell: ({
      type,
      kind,
      source,
      source_name: name,
      source_kind: of,
      target,
      target_name: to,
      target_kind: toKind,
    }) => (
      <>
        <ObjectLink id={source} name={name} kind={of} />
        {type === 'edge' && target !== null && (
          <>
            {' –'}
            <EdgeLink source={source} target={target} kind={kind} />
            {'→ '}
            <ObjectLink id={target} name={to ?? ''} kind={toKind ?? ''} />
          </>
        )}
      </>
    ),
  },
  {
    title: texts.values,
    width: '2fr',
    isExtra: true,
    cell: ({ properties }) =>
      Object.entries(properties ?? {})
        .map(([name, { from, to }]) => texts.value(name, valueText(name, from), valueText(name, to)))
        .join(', '),
  },
  { title: texts.environment, isExtra: true, sort: 'environment_id', cell: ({ domain }) => domain ?? '' },
];

const groupColumns: readonly Column<GraphChangeGroupDto>[] = [
  { title: texts.type, cell: ({ type }) => texts.types[type] },
  { title: texts.kind, cell: ({ type, kind }) => <a href={linkWith({ type, kind: `~eq:${kind}` })}>{kind}</a> },
  { title: texts.environment, cell: ({ domain }) => domain ?? '' },
  { title: texts.changes.came, isNumber: true, cell: ({ came }) => number(came) },
  { title: texts.changes.went, isNumber: true, cell: ({ went }) => number(went) },
  { title: texts.changes.changed, isNumber: true, cell: ({ changed }) => number(changed) },
];

function sumOf(groups: readonly GraphChangeGroupDto[], change: 'came' | 'went' | 'changed'): number {
  return groups.reduce((sum, it) => sum + it[change], 0);
}

function Summary({ answer }: { readonly answer: AnswerOf<'GET /api/v2/graphs/changes'> }) {
  const { groups, breaks } = answer;
  return (
    <>
      <p>
        <strong>{texts.sums(sumOf(groups, 'came'), sumOf(groups, 'went'), sumOf(groups, 'changed'))}</strong>{' '}
        <Period {...answer} />
      </p>
      {breaks.length > 0 && (
        <ul class="note plain">
          {breaks.map(({ at, reason }) => (
            <li key={at}>
              {texts.breaks[reason]} <Moment time={at} />
            </li>
          ))}
        </ul>
      )}
      {groups.length > 0 && (
        <details>
          <summary>{texts.byKind}</summary>
          <SmallTable label={texts.byKind} columns={groupColumns} rows={groups} />
        </details>
      )}
    </>
  );
}
