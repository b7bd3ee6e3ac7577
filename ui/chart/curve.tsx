import { Chart } from './chart.js';

interface CurveProps {
  readonly title: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

/** A falling line over whole numbers. Screen readers have the table, which has the same numbers. */
export function Curve({ title, points }: CurveProps) {
  const xs = points.map(([x]) => x);
  return (
    <Chart
      title={title}
      times={xs}
      lines={[{ look: 0, values: points.map(([, y]) => y) }]}
      isPercent={false}
      range={[0, Math.max(1, ...xs)]}
      isOverTime={false}
    />
  );
}
