import { call } from '../../api/call.js';
import type { ExposureHistoryDto } from '../../api/schema.js';
import { day, number } from '../../base/format.js';
import { Lazy } from '../../base/lazy.js';
import { Section } from '../../base/parts.js';
import { Ask } from '../../base/states.js';

const DAY_MS = 86_400_000;

/** Days that the trend shows. */
const DAYS = 90;

type Points = ExposureHistoryDto['points'];

/** The question for the points of the trend. The hour is the same for all calls of an hour, so that drawing again asks nothing. */
export function historyCall() {
  const start = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000 - DAYS * DAY_MS).toISOString();
  return call('GET /api/v2/graphs/exposure/history', { query: { start } });
}

/** How many accounts could reach tier zero after each analysis. */
export function Trend() {
  return (
    <Section title="Trend">
      <Ask of={historyCall()} lines={10}>
        {({ data: { points } }) => <Line points={points} />}
      </Ask>
    </Section>
  );
}

function Line({ points }: { readonly points: Points }) {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || first === last) return <p>The trend begins with the second analysis.</p>;
  const breaks = points.filter(({ is_break: isBreak }) => isBreak);
  return (
    <>
      <TrendChart points={points} />
      <p>
        {number(first.reaching)} accounts on {day(first.at)}, {number(last.reaching)} on {day(last.at)}.
        {breaks.length > 0 &&
          ` Lines have a gap where deletions, a restored backup or new rules explain the difference: ${breaks.map(({ at }) => day(at)).join(', ')}.`}
      </p>
    </>
  );
}

const loadChart = () => import('../../chart/chart.js').then(({ Chart }) => Chart);

/** The chart is larger than all else of the start. */
function TrendChart({ points }: { readonly points: Points }) {
  const { times, values } = lineOf(points);
  const range = [times[0] ?? 0, times.at(-1) ?? 0] as const;
  const line = { look: 0, values };
  return (
    <div class="chart-room">
      <Lazy
        load={loadChart}
        props={{ title: 'Accounts that can reach tier zero', times, lines: [line], isPercent: false, range }}
      />
    </div>
  );
}

/** A gap precedes the point after a break. */
function lineOf(points: Points): { readonly times: readonly number[]; readonly values: readonly (number | null)[] } {
  const shown = points.flatMap(({ at, reaching, is_break: isBreak }) => {
    const time = Date.parse(at);
    return isBreak ? [[time - 1, null] as const, [time, reaching] as const] : [[time, reaching] as const];
  });
  return { times: shown.map(([time]) => time), values: shown.map(([, value]) => value) };
}
