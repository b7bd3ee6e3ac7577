import { type AnswerOf, formCall } from '../../api/call.js';
import type { GraphChangeDto, GraphChangeGroupDto } from '../../api/schema.js';
import type { ApiError } from '../../api/send.js';
import { address, linkWith } from '../../base/address.js';
import { number } from '../../base/format.js';
import { EdgeLink, Lines, Moment, ObjectLink } from '../../base/parts.js';
import { valueText } from '../../base/property-value.js';
import { ParameterMarks } from '../../selection/parameter-marks.js';
import { type Column, type Filter, List } from '../../table/list.js';
import { SmallTable } from '../../table/table.js';

const changeTexts = { came: 'Came', went: 'Went', changed: 'Changed' } as const;
const typeTexts = { edge: 'Edge', node: 'Object' } as const;
const breakTexts = {
  deletion: 'A part of the graph was deleted:',
  expiry: 'Data that no collection stated any more expired:',
  restore: 'A backup was restored, so that changes since it are not known:',
  rules: 'A newer version of the product derived the graph by other rules:',
} as const;

/** The time of the earlier graph. */
export const since: Filter = {
  name: 'since',
  label: 'Since',
  kind: 'choice',
  any: 'the first known analysis',
  choices: { '-P1D': 'a day ago', '-P7D': '7 days ago', '-P30D': '30 days ago' },
};

const filters: readonly Filter[] = [
  since,
  { name: 'type', label: 'Type', kind: 'choice', choices: typeTexts },
  { name: 'kind', label: 'Kind', kind: 'part' },
  { name: 'environment_id', label: 'Environment', kind: 'environment' },
];

/** What came, went and changed between two runs of the analysis. */
export function View() {
  return (
    <List
      heading="Changes"
      ask={(query) => formCall('GET /api/v2/graphs/changes', { query })}
      columns={columns}
      filters={filters}
      before={<ParameterMarks names={['node']} />}
      parameters={['until', 'node']}
      none="Nothing changed."
      unit="change"
      expected={unknownPeriod}
      summary={(answer) => <Summary answer={answer} />}
    />
  );
}

export const columns: readonly Column<GraphChangeDto>[] = [
  { title: 'Change', name: 'change', filter: 'choice', texts: changeTexts, width: '6rem' },
  {
    title: 'Edge or object',
    width: '8fr',
    sort: 'source_name',
    cell: (it) => (
      <>
        <ObjectLink id={it.source} name={it.source_name} kind={it.source_kind} />
        {it.type === 'edge' && it.target !== null && (
          <>
            {' –'}
            <EdgeLink source={it.source} target={it.target} kind={it.kind} />
            {'→ '}
            <ObjectLink id={it.target} name={it.target_name ?? ''} kind={it.target_kind ?? ''} />
          </>
        )}
      </>
    ),
  },
  {
    title: 'Values',
    width: '2fr',
    isExtra: true,
    cell: ({ properties }) =>
      Object.entries(properties ?? {})
        .map(([name, { from, to }]) => `${name}: ${valueText(name, from) || 'none'} → ${valueText(name, to) || 'none'}`)
        .join(', '),
  },
  { title: 'Environment', name: 'domain', sort: 'environment_id', isExtra: true },
];

const groupColumns: readonly Column<GraphChangeGroupDto>[] = [
  { title: 'Type', name: 'type', texts: typeTexts },
  { title: 'Kind', cell: ({ type, kind }) => <a href={linkWith({ type, kind: `~eq:${kind}` })}>{kind}</a> },
  { title: 'Environment', name: 'domain' },
  { title: changeTexts.came, name: 'came', isNumber: true },
  { title: changeTexts.went, name: 'went', isNumber: true },
  { title: changeTexts.changed, name: 'changed', isNumber: true },
];

function Summary({ answer }: { readonly answer: AnswerOf<'GET /api/v2/graphs/changes'> }) {
  const { groups, breaks } = answer;
  const sumOf = (change: keyof typeof changeTexts) => number(groups.reduce((sum, it) => sum + it[change], 0));
  return (
    <>
      <p>
        <strong>
          {sumOf('came')} came, {sumOf('went')} went, {sumOf('changed')} changed.
        </strong>{' '}
        <Period {...answer} />
      </p>
      {breaks.length > 0 && (
        <Lines
          of={breaks}
          look="note"
          line={({ at, reason }) => (
            <>
              {breakTexts[reason]} <Moment time={at} />
            </>
          )}
        />
      )}
      {groups.length > 0 && (
        <details>
          <summary>By kind and environment</summary>
          <SmallTable label="By kind and environment" columns={groupColumns} rows={groups} />
        </details>
      )}
    </>
  );
}

/** Changes may be known from a later time on, or not yet at all. */
export function unknownPeriod(error: ApiError) {
  return error.has('graph.changes_unknown') && <UnknownPeriod reason={error.message} />;
}

function UnknownPeriod({ reason }: { readonly reason: string }) {
  return (
    <p class="note" role="status">
      {reason}.{' '}
      {address.value.query.has('since') && <a href={linkWith({ since: '' })}>Since the first known analysis</a>}
    </p>
  );
}

interface Point {
  readonly finished_at: string;
}

/** The two runs of the analysis that an answer compares. */
export function Period({ since: from, until }: { readonly since: Point; readonly until: Point }) {
  return (
    <>
      Between the analyses of <Moment time={from.finished_at} /> and <Moment time={until.finished_at} />
    </>
  );
}
