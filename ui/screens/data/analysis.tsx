import { call, formCall } from '../../api/call.js';
import type { AnalysisRunDto, AnalysisStatusDto, AnalysisSummaryDto } from '../../api/schema.js';
import { address, linkWith } from '../../base/address.js';
import { useChange } from '../../base/form.js';
import { counted, moment, number } from '../../base/format.js';
import { useReveal } from '../../base/hooks.js';
import { Button, Heading } from '../../base/parts.js';
import { may } from '../../base/session.js';
import { Answered, Ask, useAnswer } from '../../base/states.js';
import { type Column, List } from '../../table/list.js';
import { SmallTable } from '../../table/table.js';
import './data.css';

const runStatuses = { waiting: 'Waits', running: 'Runs', complete: 'Complete', failed: 'Failed' } as const;

/** Milliseconds between questions for the state, or for a run that has not ended. */
const BUSY = 1000;
const QUIET = 30_000;

/** The state of the analysis, its runs, and one of them. */
export function View() {
  const status = useAnswer(call('GET /api/v2/analysis/status'), ({ data }) => (data.status === 'idle' ? QUIET : BUSY));
  const { current, waiting, last } = status.answer?.data ?? {};
  const ids = [current, waiting, last].map((it) => it?.id ?? '').join();
  const chosen = address.value.query.get('run') ?? last?.id;
  return (
    <>
      <Heading text="Analysis" />
      <p class="muted">
        A run derives rights, tier zero and data quality from the graph. Uploads request one by themselves.
      </p>
      <Answered asked={status} lines={2}>
        {({ data }) => <State status={data} />}
      </Answered>
      <StartButton />
      {chosen !== undefined && <OneRun id={chosen} />}
      <List
        key={ids}
        ask={(query) => formCall('GET /api/v2/analysis/runs', { query })}
        title="Runs"
        columns={columns}
        sort="-requested_at"
        none="No analysis has run yet."
      />
    </>
  );
}

function State({ status: { status, current } }: { readonly status: AnalysisStatusDto }) {
  if (status !== 'running' || !current?.progress)
    return <p role="status">{status === 'idle' ? 'No run is at work.' : 'A run waits until all files are read.'}</p>;
  const { done, of, stage } = current.progress;
  return (
    <p role="status">
      A run is at work: {number(done)} of {number(of)} stages are done{stage === null ? '' : `, now ${stage}`}.{' '}
      <progress aria-label="Progress of the run" max={of} value={done} />
    </p>
  );
}

/** Requests a run, if the role may. */
function StartButton() {
  const { run, outcome } = useChange();
  const request = () => run(call('PUT /api/v2/analysis'), 'A run is requested.');
  if (!may('graph:write')) return null;
  return (
    <div class="row">
      <Button label="Analyse now" look="main" run={request} />
      {outcome}
    </div>
  );
}

const columns: readonly Column<AnalysisRunDto>[] = [
  { title: 'Requested', name: 'requested_at', isTime: true, width: '2fr', link: ({ id }) => linkWith({ run: id }) },
  { title: 'Status', name: 'status', filter: 'choice', texts: runStatuses, width: '6rem' },
  { title: 'By', name: 'requested_by', filter: 'part', isExtra: true },
  {
    title: 'Duration',
    width: '6rem',
    isExtra: true,
    cell: ({ duration }) => (duration === null ? '' : seconds(duration)),
  },
  { title: 'Created', width: '6rem', isExtra: true, cell: (run) => edgesOf(run, 'created') },
  { title: 'Removed', width: '6rem', isExtra: true, cell: (run) => edgesOf(run, 'removed') },
];

function edgesOf({ summary }: AnalysisRunDto, change: 'created' | 'removed'): string {
  return summary ? number(summary.edges.reduce((sum, it) => sum + it[change], 0)) : '';
}

function seconds(count: number): string {
  return `${number(Number(count.toPrecision(2)))} s`;
}

/** What a run derived, or why it failed. */
function OneRun({ id }: { readonly id: string }) {
  const section = useReveal<HTMLElement>(address.value.query.get('run') ?? '');
  return (
    <section ref={section} aria-labelledby="run">
      <Ask
        of={call('GET /api/v2/analysis/runs/{run_id}', { path: { run_id: id } })}
        again={({ data }) => (data.finished_at === null ? BUSY : null)}
        lines={8}
      >
        {({ data: { status, reason, summary, duration, requested_at: requested, requested_by: by } }) => (
          <>
            <h2 id="run">Run of {moment(requested)}</h2>
            <p>
              <strong>{runStatuses[status]}</strong>. Requested by {by}
              {duration !== null && `, took ${seconds(duration)}`}.
            </p>
            {reason !== null && (
              <p class="failure">
                {status === 'failed' ? 'The run failed after three attempts' : 'Its last attempt failed'}: {reason}
              </p>
            )}
            {summary && <Summary summary={summary} />}
          </>
        )}
      </Ask>
    </section>
  );
}

type Derived = AnalysisSummaryDto['edges'][number];
type Skipped = AnalysisSummaryDto['skipped'][number];

const derivedColumns: readonly Column<Derived>[] = [
  { title: 'Kind of edge', name: 'kind' },
  { title: 'Created', name: 'created', isNumber: true },
  { title: 'Removed', name: 'removed', isNumber: true },
];

const skippedColumns: readonly Column<Skipped>[] = [
  { title: 'Kind of edge', name: 'kind' },
  { title: 'Missing property', name: 'property', texts: { limit: 'too many edges of the kind' } },
  { title: 'Objects', name: 'objects', isNumber: true },
];

function Summary({ summary }: { readonly summary: AnalysisSummaryDto }) {
  const { graph_version: version, unchanged, edges, skipped, notes, tier_zero: tierZero } = summary;
  const { data_quality: quality } = summary;
  return (
    <>
      <p>
        It made version {number(version)} of the graph, with {counted(tierZero, 'member')} of tier zero. It counted{' '}
        {counted(quality.domains, 'domain')} and {counted(quality.tenants, 'tenant')}.{' '}
        {unchanged && 'The graph had not changed since the run before, so nothing had to be derived.'}
      </p>
      {notes.map((note) => (
        <p key={note}>{note}.</p>
      ))}
      <div class="wide cards">
        <section>
          <h3>Derived edges</h3>
          {edges.length === 0 ? (
            <p>No derived edge was created or removed.</p>
          ) : (
            <SmallTable label="Derived edges" columns={derivedColumns} rows={edges} />
          )}
        </section>
        <section>
          <h3>Skipped objects</h3>
          {skipped.length === 0 ? (
            <p>No rule skipped an object.</p>
          ) : (
            <>
              <p class="muted">
                Rules skipped these objects because no collector stated a property. Paths over them may be absent.
              </p>
              <SmallTable label="Skipped objects" columns={skippedColumns} rows={skipped} />
            </>
          )}
        </section>
      </div>
    </>
  );
}
