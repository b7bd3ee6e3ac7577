import { call } from '../../../api/call.js';
import type { AnalysisRunDto, AnalysisSummaryDto } from '../../../api/schema.js';
import { useAddress } from '../../../base/address.js';
import { number } from '../../../base/format.js';
import { useReveal } from '../../../base/reveal.js';
import { Answered } from '../../../base/states.js';
import { useAnswer } from '../../../base/use-answer.js';
import { SmallTable } from '../../../table/small-table.js';
import type { Column } from '../../../table/table.js';
import { texts } from './texts.js';

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
            <h2 id="run">{texts.run(run.requested_at)}</h2>
            <p>
              <strong>{texts.statusOf(run.status)}</strong>. {texts.about(run)}
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
  return <p class="failure">{status === 'failed' ? texts.failed(reason) : texts.attempt(reason)}</p>;
}

type Derived = AnalysisSummaryDto['edges'][number];
type Skipped = AnalysisSummaryDto['skipped'][number];

const derivedColumns: readonly Column<Derived>[] = [
  { title: texts.kind, cell: ({ kind }) => kind },
  { title: texts.created, isNumber: true, cell: ({ created }) => number(created) },
  { title: texts.removed, isNumber: true, cell: ({ removed }) => number(removed) },
];

const skippedColumns: readonly Column<Skipped>[] = [
  { title: texts.kind, cell: ({ kind }) => kind },
  { title: texts.property, cell: ({ property }) => (property === 'limit' ? texts.limit : property) },
  { title: texts.objects, isNumber: true, cell: ({ objects }) => number(objects) },
];

function Summary({ summary }: { readonly summary: AnalysisSummaryDto }) {
  const { graph_version: version, unchanged, edges, skipped, tier_zero: tierZero, data_quality: quality } = summary;
  return (
    <>
      <p>
        {texts.summary(version, tierZero)} {texts.quality(quality.domains, quality.tenants)}{' '}
        {unchanged && texts.unchanged}
      </p>
      <div class="wide cards">
        <section aria-labelledby="derived">
          <h3 id="derived">{texts.edges}</h3>
          {edges.length === 0 ? (
            <p>{texts.noEdges}</p>
          ) : (
            <SmallTable label={texts.edges} columns={derivedColumns} rows={edges} />
          )}
        </section>
        <section aria-labelledby="skipped">
          <h3 id="skipped">{texts.skipped}</h3>
          {skipped.length === 0 ? (
            <p>{texts.noSkipped}</p>
          ) : (
            <>
              <p class="muted">{texts.skippedNote}</p>
              <SmallTable label={texts.skipped} columns={skippedColumns} rows={skipped} />
            </>
          )}
        </section>
      </div>
    </>
  );
}
