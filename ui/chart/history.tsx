import type { ComponentChildren } from 'preact';
import { address, go, linkWith } from '../base/address.js';
import { Check } from '../base/controls.js';
import { counted, number } from '../base/format.js';
import { Chart, Swatch } from './chart.js';
import { chosenMeasures, deltasOf, type Measure, type MeasuredRow, valueOf } from './measures.js';
import { SmallTable } from '../table/table.js';

interface HistoryProps<Row> {
  readonly label: string;
  readonly measures: readonly Measure[];
  /** Whether a measure is shown if the address names none. */
  readonly isUsual?: (measure: Measure, index: number) => boolean;
  /** The newest first. */
  readonly rows: readonly Row[];
  /** Number of all rows; `rows` may be the newest of them. */
  readonly count: number;
  /** RFC 3339. */
  readonly start: string;
  readonly end: string;
  readonly timeOf: (row: Row) => ComponentChildren;
}

/** What analyses measured over time: charts beside a table of the same numbers. The address chooses the measures (`show`). */
export function History<Row extends MeasuredRow>(props: HistoryProps<Row>) {
  const { label, measures, isUsual = () => true, rows, count, start, end, timeOf } = props;
  const shown = chosenMeasures(measures, address.value.query.getAll('show'), isUsual);
  const deltas = new Map(measures.map((measure) => [measure, deltasOf(rows, measure)]));
  const ordered = rows.toReversed();
  const chart = (title: string, isPercent: boolean) => {
    const lines = shown.filter(({ isShare = false }) => isShare === isPercent);
    if (lines.length === 0) return null;
    return (
      <Chart
        title={title}
        times={ordered.map((row) => Date.parse(row.created_at))}
        range={[Date.parse(start), Date.parse(end)]}
        isPercent={isPercent}
        lines={lines.map((it) => ({ look: measures.indexOf(it), values: ordered.map((row) => valueOf(row, it)) }))}
      />
    );
  };
  const value = (index: number, measure: Measure) => {
    const row = rows[index];
    return row && <Value value={valueOf(row, measure)} delta={deltas.get(measure)?.[index] ?? null} of={measure} />;
  };
  const columns = [
    { title: 'Analysis', width: '10rem', cell: ([row]: readonly [Row, number]) => timeOf(row) },
    ...shown.map((measure) => ({
      title: measure.title,
      isNumber: true,
      cell: ([, index]: readonly [Row, number]) => value(index, measure),
    })),
  ];
  const toggle = (measure: Measure, isShown: boolean) => {
    const next = measures.filter((it) => (it === measure ? isShown : shown.includes(it)));
    go(linkWith({ show: next.map(({ name }) => name) }), 'replace');
  };
  return (
    <>
      <fieldset class="measures">
        <legend>Shown</legend>
        {measures.map((measure, look) => (
          <Check key={measure.name} isChecked={shown.includes(measure)} onChange={(is) => toggle(measure, is)}>
            <Swatch index={look} />
            <span>
              {measure.title} {value(0, measure)}
            </span>
          </Check>
        ))}
        <p class="muted">Small figures are differences to the former run, of shares in percentage points.</p>
      </fieldset>
      <div class="charted">
        <div>
          {chart('Counts', false)}
          {chart('Shares in percent', true)}
        </div>
        <div>
          <p role="status">
            {rows.length < count
              ? `The newest ${number(rows.length)} of ${number(count)} analyses.`
              : counted(count, 'analysis', 'analyses')}
          </p>
          <SmallTable label={label} columns={columns} rows={rows.map((row, index) => [row, index] as const)} />
        </div>
      </div>
    </>
  );
}

interface ValueProps {
  readonly value: number | null;
  readonly delta: number | null;
  readonly of: Measure;
}

function Value({ value, delta, of: { isShare = false } }: ValueProps) {
  if (value === null) return null;
  return (
    <span>
      <strong>{`${number(value)}${isShare ? ' %' : ''}`}</strong>{' '}
      <small>{delta === null || delta === 0 ? '' : `${delta > 0 ? '+' : '−'}${number(Math.abs(delta))}`}</small>
    </span>
  );
}
