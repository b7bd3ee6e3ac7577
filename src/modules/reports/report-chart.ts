import { escapedHtml } from '../../base/values/html.js';
import type { ChartLine, ReportSection } from './report-document.js';
import { momentText, percentText } from './report-texts.js';

type Chart = NonNullable<ReportSection['chart']>;

const [width, height, left, right, top, bottom] = [640, 240, 48, 160, 16, 32] as const;

/** Readable on white, and told apart by dashes without colour. */
const looks = [
  ['#0b57d0', ''],
  ['#b3261e', '6 3'],
  ['#146c2e', '2 3'],
  ['#7a4d00', '8 3 2 3'],
  ['#6b3fa0', '1 4'],
] as const;

/** Shares over time as SVG. Its texts are text. */
export function reportChart({ title, lines }: Chart): string {
  const times = lines.flatMap(({ points }) => points.map(({ at }) => Date.parse(at)));
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const most = Math.max(0.01, ...lines.flatMap(({ points }) => points.map(({ share }) => share)));
  const x = (at: string) => left + ((Date.parse(at) - first) / Math.max(1, last - first)) * (width - left - right);
  const y = (share: number) => height - bottom - (share / most) * (height - top - bottom);
  const grid = [0, most].map((share) => {
    const at = round(y(share));
    return `<line x1="${left}" x2="${width - right}" y1="${at}" y2="${at}" stroke="#c8ced5"/>${text(4, y(share) + 4, percentText(share))}`;
  });
  const shapes = lines.map((line, index) => {
    const [colour, dashes] = looks[index % looks.length]!;
    const points = line.points.map(({ at, share }) => `${round(x(at))},${round(y(share))}`).join(' ');
    const dots =
      line.points.length === 1
        ? `<circle cx="${left}" cy="${round(y(line.points[0]!.share))}" r="3" fill="${colour}"/>`
        : '';
    const key = top + 14 * index + 8;
    const stroke = `stroke="${colour}" stroke-width="2"${dashes && ` stroke-dasharray="${dashes}"`}`;
    return [
      `<polyline points="${points}" fill="none" ${stroke}/>${dots}`,
      `<line x1="${width - right + 8}" x2="${width - right + 28}" y1="${key - 4}" y2="${key - 4}" ${stroke}/>`,
      text(width - right + 32, key, shortened(line.name)),
    ].join('');
  });
  const from = text(left, height - 10, momentText(new Date(first).toISOString()).slice(0, 10));
  const to = text(
    width - right,
    height - 10,
    momentText(new Date(last).toISOString()).slice(0, 10),
    ' text-anchor="end"',
  );
  const label = escapedHtml(`${title}: ${lines.map(lineText).join('; ')}`);
  return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">${grid.join('')}${shapes.join('')}${from}${to}</svg>`;
}

function text(x: number, y: number, content: string, more = ''): string {
  return `<text x="${x}" y="${round(y)}" font-size="11" fill="#1b1f24"${more}>${escapedHtml(content)}</text>`;
}

function lineText({ name, points }: ChartLine): string {
  return `${shortened(name)} from ${percentText(points[0]?.share ?? 0)} to ${percentText(points.at(-1)?.share ?? 0)}`;
}

function shortened(name: string): string {
  return name.length > 20 ? `${name.slice(0, 19)}…` : name;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
