import { call, formCall } from '../../../api/call.js';
import type { AnalysisRunDto, AnalysisStatusDto } from '../../../api/schema.js';
import { linkWith, useAddress } from '../../../base/address.js';
import { moment, number } from '../../../base/format.js';
import { Heading } from '../../../base/heading.js';
import { may, session } from '../../../base/session.js';
import { Answered, Failure } from '../../../base/states.js';
import { useStore } from '../../../base/store.js';
import { useAnswer } from '../../../base/use-answer.js';
import { useChange } from '../../../base/use-change.js';
import { List } from '../../../table/list.js';
import type { Filter } from '../../../table/list-filters.js';
import type { Column } from '../../../table/table.js';
import '../data.css';
import { OneRun, runStatuses, seconds } from './one-run.js';

/** Milliseconds between questions for the state. */
const BUSY = 1000;
const QUIET = 30_000;

/** The state of the analysis, its runs, and one of them. */
export function View() {
  const status = useAnswer(call('GET /api/v2/analysis/status'), ({ data }) => (data.status === 'idle' ? QUIET : BUSY));
  const { current, waiting, last } = status.answer?.data ?? {};
  const ids = [current, waiting, last].map((it) => it?.id ?? '').join();
  const chosen = useAddress().query.get('run') ?? last?.id;
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
      <Runs key={ids} />
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
  const { run, error, message } = useChange();
  const isAllowed = may(useStore(session), 'graph:write');
  if (!isAllowed) return null;
  return (
    <div class="row">
      <button type="button" class="main" onClick={() => void run(call('PUT /api/v2/analysis'), 'A run is requested.')}>
        Analyse now
      </button>
      <span role="status">{message}</span>
      {error && <Failure error={error} />}
    </div>
  );
}

const columns: readonly Column<AnalysisRunDto>[] = [
  {
    title: 'Requested',
    width: 'minmax(9rem, 1fr)',
    sort: 'requested_at',
    cell: ({ id, requested_at: time }) => <a href={linkWith({ run: id })}>{moment(time)}</a>,
  },
  { title: 'Status', width: '6rem', sort: 'status', cell: ({ status }) => runStatuses[status] },
  { title: 'By', isExtra: true, sort: 'requested_by', cell: ({ requested_by: by }) => <bdi>{by}</bdi> },
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

const filters: readonly Filter[] = [
  { name: 'status', label: 'Status', kind: 'choice', choices: Object.entries(runStatuses) },
  { name: 'requested_by', label: 'By', kind: 'part' },
];

function Runs() {
  return (
    <>
      <h2>Runs</h2>
      <List
        ask={(query) => formCall('GET /api/v2/analysis/runs', { query })}
        label="Runs"
        columns={columns}
        filters={filters}
        sort="-requested_at"
        none="No analysis has run yet."
      />
    </>
  );
}
