import { call } from '../../../api/call.js';
import type { AnalysisRunDto, AnalysisSummaryDto } from '../../../api/schema.js';
import { useAddress } from '../../../base/address.js';
import { counted, moment, number } from '../../../base/format.js';
import { useReveal } from '../../../base/reveal.js';
import { Answered } from '../../../base/states.js';
import { useAnswer } from '../../../base/use-answer.js';
import { SmallTable } from '../../../table/small-table.js';
import type { Column } from '../../../table/table.js';

export const runStatuses = { waiting: 'Waits', running: 'Runs', complete: 'Complete', failed: 'Failed' } as const;

export function seconds(count: number): string {
  return `${number(Number(count.toPrecision(2)))} s`;
}

/** Milliseconds between questions for a run that has not ended. */
const PAUSE = 1000;

/** What a run derived, or why it failed. */
export function OneRun({ id }: { readonly id: string }) {
  const asked = useAnswer(call('GET /api/v2/analysis/runs/{run_id}', { path: { run_id: id } }), ({ data }) =>
    data.finished_at === null ? PAUSE : null,
  );
  const section = useReveal<HTMLElement>(useAddress().query.get('run') ?? '');
  return (
    <section ref={section} aria-labelledby="run">
      <Answered asked={asked} lines={8}>
        {({ data: run }) => (
          <>
            <h2 id="run">Run of {moment(run.requested_at)}</h2>
            <p>
              <strong>{runStatuses[run.status]}</strong>. Requested by {run.requested_by}
              {run.duration !== null && `, took ${seconds(run.duration)}`}.
            </p>
            <Reason run={run} />
            {run.summary && <Summary summary={run.summary} />}
          </>
        )}
      </Answered>
    </section>
  );
}

function Reason({ run: { status, reason } }: { readonly run: AnalysisRunDto }) {
  if (reason === null) return null;
  return (
    <p class="failure">
      {status === 'failed' ? `The run failed after three attempts: ${reason}` : `Its last attempt failed: ${reason}`}
    </p>
  );
}

type Derived = AnalysisSummaryDto['edges'][number];
type Skipped = AnalysisSummaryDto['skipped'][number];

const derivedColumns: readonly Column<Derived>[] = [
  { title: 'Kind of edge', cell: ({ kind }) => kind },
  { title: 'Created', isNumber: true, cell: ({ created }) => number(created) },
  { title: 'Removed', isNumber: true, cell: ({ removed }) => number(removed) },
];

const skippedColumns: readonly Column<Skipped>[] = [
  { title: 'Kind of edge', cell: ({ kind }) => kind },
  {
    title: 'Missing property',
    cell: ({ property }) => (property === 'limit' ? 'too many edges of the kind' : property),
  },
  { title: 'Objects', isNumber: true, cell: ({ objects }) => number(objects) },
];

function Summary({ summary }: { readonly summary: AnalysisSummaryDto }) {
  const { graph_version: version, unchanged, edges, skipped, tier_zero: tierZero, data_quality: quality } = summary;
  return (
    <>
      <p>
        It made version {number(version)} of the graph, with {counted(tierZero, 'member')} of tier zero. It counted{' '}
        {counted(quality.domains, 'domain')} and {counted(quality.tenants, 'tenant')}.{' '}
        {unchanged && 'The graph had not changed since the run before, so nothing had to be derived.'}
      </p>
      <div class="wide cards">
        <section aria-labelledby="derived">
          <h3 id="derived">Derived edges</h3>
          {edges.length === 0 ? (
            <p>No derived edge was created or removed.</p>
          ) : (
            <SmallTable label="Derived edges" columns={derivedColumns} rows={edges} />
          )}
        </section>
        <section aria-labelledby="skipped">
          <h3 id="skipped">Skipped objects</h3>
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
