import { call } from '../../api/call.js';
import { go, linkTo, linkWith, useAddress } from '../../base/address.js';
import { type Environment, useEnvironments } from '../../base/environments.js';
import { counted, moment, number } from '../../base/format.js';
import { Heading } from '../../base/parts.js';
import { KindIcon } from '../../base/kind-icon.js';
import { Answered } from '../../base/states.js';
import { type Asked, useAnswer } from '../../base/use-answer.js';
import { Charted } from '../../chart/chart.js';
import { rangeOf } from '../../chart/days.js';
import { measuredText } from '../../base/format.js';
import { Swatch } from '../../chart/line-looks.js';
import { RangeChoice } from '../../chart/range.js';
import { SmallTable } from '../../table/small-table.js';
import type { ViewProps } from '../screen.js';
import {
  chosenMeasures,
  deltasOf,
  domainMeasures,
  type Measure,
  type QualityRow,
  tenantMeasures,
  valueOf,
} from './measures.js';
import './data.css';

/** Data quality of one environment, or the choice of one. */
export function View({ parts: { environment: id } }: ViewProps) {
  const environments = useEnvironments();
  const found = environments?.find((it) => it.id === id);
  const title = found
    ? `Data quality of ${found.name}`
    : id === undefined || !environments
      ? 'Data quality'
      : 'There is no such domain or tenant';
  return (
    <>
      <Heading text={title} />
      {found && environments ? (
        <EnvironmentQuality environment={found} environments={environments} />
      ) : (
        <div aria-busy={environments === undefined}>
          <p>
            {environments?.length === 0
              ? 'No domain or tenant has been collected yet.'
              : 'Each analysis counts the objects of each domain and tenant, and how complete the collection is.'}
          </p>
          <ul class="plain">
            {environments?.map((it) => (
              <li key={it.id}>
                <KindIcon kind={it.isCloud ? 'AZTenant' : 'Domain'} />{' '}
                <a href={linkTo(`/data/quality/${encodeURIComponent(it.id)}`)}>
                  <bdi>{it.name}</bdi>
                </a>{' '}
                {!it.isCollected && <span class="muted">only mentioned, so nothing is counted</span>}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

/** Most analyses that are shown. */
const MOST = 1000;

interface EnvironmentQualityProps {
  readonly environment: Environment;
  readonly environments: readonly Environment[];
}

export function EnvironmentQuality({ environment: { id, isCloud }, environments }: EnvironmentQualityProps) {
  const { query } = useAddress();
  const asked = useQuality(id, isCloud, query);
  const all = isCloud ? tenantMeasures : domainMeasures;
  const shown = chosenMeasures(all, query.getAll('show'));
  const values = Object.fromEntries(['from', 'to'].map((it) => [it, query.get(it) ?? '']));
  return (
    <>
      <div class="row">
        <label>
          Environment
          <select
            value={id}
            onChange={(event) => go(linkTo(`/data/quality/${encodeURIComponent(event.currentTarget.value)}`, values))}
          >
            {environments.map((it) => (
              <option key={it.id} value={it.id}>
                {it.name}
              </option>
            ))}
          </select>
        </label>
        <RangeChoice />
      </div>
      <Answered asked={asked} lines={12}>
        {(answer) => <Quality {...answer} all={all} shown={shown} />}
      </Answered>
    </>
  );
}

interface QualityAnswer {
  readonly count: number;
  readonly start: string;
  readonly end: string;
  readonly data: readonly QualityRow[];
}

function useQuality(id: string, isCloud: boolean, address: URLSearchParams): Asked<QualityAnswer> {
  const query = { ...rangeOf(address), limit: MOST };
  const domain = call('GET /api/v2/ad-domains/{domain_id}/data-quality-stats', { path: { domain_id: id }, query });
  const tenant = call('GET /api/v2/cloud-tenants/{tenant_id}/data-quality-stats', { path: { tenant_id: id }, query });
  return useAnswer<QualityAnswer>(isCloud ? tenant : domain);
}

interface QualityProps extends QualityAnswer {
  readonly all: readonly Measure[];
  readonly shown: readonly Measure[];
}

function Quality({ count, start, end, data: rows, all, shown }: QualityProps) {
  if (count === 0) return <p role="status">No analysis has counted it in this range.</p>;
  const ordered = rows.toReversed();
  const linesOf = (isShare: boolean) =>
    shown.flatMap((measure) =>
      (measure.isShare === true) === isShare
        ? [{ look: all.indexOf(measure), values: ordered.map((row) => valueOf(row, measure)) }]
        : [],
    );
  return (
    <>
      <MeasureChoice rows={rows} all={all} shown={shown} />
      <Charted
        times={ordered.map((row) => Date.parse(row.created_at))}
        range={[Date.parse(start), Date.parse(end)]}
        charts={[
          { title: 'Counts', isPercent: false, lines: linesOf(false) },
          { title: 'Completeness in percent', isPercent: true, lines: linesOf(true) },
        ]}
        status={
          rows.length < count
            ? `The newest ${number(rows.length)} of ${number(count)} analyses.`
            : counted(count, 'analysis', 'analyses')
        }
      >
        <QualityTable rows={rows} shown={shown} />
      </Charted>
    </>
  );
}

/** Switches lines on and off. Each has the value of the newest run and its difference to the former. */
function MeasureChoice({ rows, all, shown }: Pick<QualityProps, 'all' | 'shown'> & { rows: readonly QualityRow[] }) {
  const toggle = (measure: Measure) => {
    const next = shown.includes(measure) ? shown.filter((it) => it !== measure) : [...shown, measure];
    go(linkWith({ show: next.map(({ name }) => name) }), 'replace');
  };
  const [newest] = rows;
  return (
    <fieldset class="measures">
      <legend>Shown</legend>
      {all.map((measure, index) => (
        <label key={measure.name}>
          <input type="checkbox" checked={shown.includes(measure)} onChange={() => toggle(measure)} />
          <Swatch index={index} />
          <span>
            {measure.title}{' '}
            {newest && <Value row={newest} measure={measure} delta={deltasOf(rows, measure)[0] ?? null} />}
          </span>
        </label>
      ))}
      <p class="muted">Small figures are differences to the former run; those of shares are percentage points.</p>
    </fieldset>
  );
}

function QualityTable({ rows, shown }: Pick<QualityProps, 'shown'> & { readonly rows: readonly QualityRow[] }) {
  const deltas = new Map(shown.map((measure) => [measure, deltasOf(rows, measure)]));
  const columns = [
    {
      title: 'Analysis',
      cell: ([row]: readonly [QualityRow, number]) => (
        <a href={linkTo('/data/analysis', { run: row.run_id })}>{moment(row.created_at)}</a>
      ),
    },
    ...shown.map((measure) => ({
      title: measure.title,
      isNumber: true,
      cell: ([row, index]: readonly [QualityRow, number]) => (
        <Value row={row} measure={measure} delta={deltas.get(measure)?.[index] ?? null} />
      ),
    })),
  ];
  return <SmallTable label="Data quality" columns={columns} rows={rows.map((row, index) => [row, index] as const)} />;
}

interface ValueProps {
  readonly row: QualityRow;
  readonly measure: Measure;
  readonly delta: number | null;
}

function Value({ row, measure, delta }: ValueProps) {
  return (
    <span>
      <strong>{measuredText(valueOf(row, measure), measure.isShare)}</strong>{' '}
      <small>{delta === null || delta === 0 ? '' : `${delta > 0 ? '+' : '−'}${number(Math.abs(delta))}`}</small>
    </span>
  );
}
