import type { ComponentChildren } from 'preact';
import { Chart, type ChartLine } from './chart.js';

interface ChartedProps {
  /** Milliseconds, oldest first. */
  readonly times: readonly number[];
  /** Milliseconds. */
  readonly range: readonly [start: number, end: number];
  /** One without lines is left out. */
  readonly charts: readonly {
    readonly title: string;
    readonly isPercent: boolean;
    readonly lines: readonly ChartLine[];
  }[];
  /** Stands below the charts. */
  readonly legend?: ComponentChildren;
  readonly status: string;
  /** The table with the same numbers. */
  readonly children: ComponentChildren;
}

/** Charts beside the table of their numbers. */
export function Charted({ times, range, charts, legend, status, children }: ChartedProps) {
  return (
    <div class="charted">
      <div>
        {charts.map(
          (chart) => chart.lines.length > 0 && <Chart key={chart.title} {...chart} times={times} range={range} />,
        )}
        {legend}
      </div>
      <div>
        <p role="status">{status}</p>
        {children}
      </div>
    </div>
  );
}
