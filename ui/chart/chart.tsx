import { useEffect, useRef, useState } from 'preact/hooks';
import uPlot from 'uplot';
import { clock, dayOfYear } from '../base/format.js';
import { colours } from '../base/kind-looks.js';
import { theme } from '../base/theme.js';
import './chart.css';
import 'uplot/dist/uPlot.min.css';

/** Pixels. */
const HEIGHT = 240;
const DAY_S = 86_400;
const SECOND_MS = 1000;

interface ChartLine {
  /** Of `lineLooks`. */
  readonly look: number;
  /** One for each time; null leaves a gap. */
  readonly values: readonly (number | null)[];
}

interface ChartProps {
  readonly title: string;
  /** Milliseconds, oldest first; or whole numbers. */
  readonly times: readonly number[];
  readonly lines: readonly ChartLine[];
  /** Shows the axis from 0 to 100. */
  readonly isPercent: boolean;
  /** Milliseconds. */
  readonly range: readonly [start: number, end: number];
  /** False: over whole numbers. */
  readonly isOverTime?: boolean;
}

/** Lines over time. Screen readers have the table, which has the same numbers. */
export function Chart({ title, times, lines, isPercent, range: [start, end], isOverTime = true }: ChartProps) {
  const unit = isOverTime ? SECOND_MS : 1;
  const frame = useRef<HTMLDivElement>(null);
  const chosen = theme.value;
  const isDark = useIsDark();
  const data = JSON.stringify([times, lines, isPercent, start, end]);
  useEffect(() => {
    const { current } = frame;
    if (!current) return undefined;
    const width = () => Math.max(current.clientWidth, 200);
    const chart = new uPlot({ ...optionsOf(), width: width(), height: HEIGHT }, dataOf(), current);
    const observer = new ResizeObserver(() => chart.setSize({ width: width(), height: HEIGHT }));
    observer.observe(current);
    return () => {
      observer.disconnect();
      chart.destroy();
    };
  }, [data, chosen, isDark]);

  const dataOf = (): uPlot.AlignedData => [times.map((time) => time / unit), ...lines.map(({ values }) => [...values])];
  const optionsOf = (): Omit<uPlot.Options, 'width' | 'height'> => {
    const [ink = '', line = ''] = ['var(--muted)', 'var(--line)'].map(colourOf);
    const axis = { stroke: ink, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1 } };
    return {
      legend: { show: false },
      cursor: { show: false },
      scales: {
        x: { time: isOverTime, range: [start / unit, end / unit] },
        y: { range: (_, least, most) => (isPercent ? [0, 100] : paddedRange(least, most)) },
      },
      axes: [
        { ...axis, ...(isOverTime && { values: dayLabels }) },
        { ...axis, size: 64 },
      ],
      series: [
        {},
        ...lines.map(({ look }) => {
          const { colour, dash } = lineLooks(look);
          return { stroke: colourOf(colour), width: 2, dash: [...dash], points: { show: true, size: 5 } };
        }),
      ],
    };
  };
  return (
    <figure aria-hidden="true" class="chart">
      <figcaption>{title}</figcaption>
      <div ref={frame} />
    </figure>
  );
}

/** @param step seconds between the times */
function dayLabels(_: uPlot, times: readonly number[], _axis: number, _space: number, step: number): string[] {
  return times.map((time) => (step < DAY_S ? clock : dayOfYear)(new Date(time * 1000)));
}

/** Room above and below the lines, also if all values are equal. */
function paddedRange(least: number, most: number): uPlot.Range.MinMax {
  const room = Math.max((most - least) * 0.1, 1);
  return [Math.max(0, least - room), most + room];
}

/** A colour of CSS as the canvas takes it, for the present theme. */
function colourOf(value: string): string {
  const probe = document.createElement('span');
  probe.style.color = value;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** Whether the system is dark; the chart is drawn again when it changes. */
function useIsDark(): boolean {
  const [media] = useState(() => matchMedia('(prefers-color-scheme: dark)'));
  const [isDark, setDark] = useState(media.matches);
  useEffect(() => {
    const follow = () => setDark(media.matches);
    media.addEventListener('change', follow);
    return () => media.removeEventListener('change', follow);
  }, []);
  return isDark;
}

const dashes = [[], [8, 4], [2, 3]] as const;

/** Colour (a value of CSS) and dashes of the line at an index, so that neighbours can be told apart without colours, too. */
function lineLooks(index: number): { readonly colour: string; readonly dash: readonly number[] } {
  return { colour: colours[(index * 5) % colours.length] ?? '', dash: dashes[index % dashes.length] ?? [] };
}

/** A piece of the line at an index. */
export function Swatch({ index }: { readonly index: number }) {
  const { colour, dash } = lineLooks(index);
  return (
    <svg class="swatch" style={{ '--colour': colour }} viewBox="0 0 28 8" aria-hidden="true">
      <line x1="0" x2="28" y1="4" y2="4" stroke-dasharray={dash.join(' ')} />
    </svg>
  );
}
