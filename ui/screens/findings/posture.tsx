import { call } from '../../api/call.js';
import type { PostureHistoryDto } from '../../api/schema.js';
import { useAddress } from '../../base/address.js';
import { EnvironmentChoice } from '../../base/filters.js';
import { counted, moment } from '../../base/format.js';
import { Heading } from '../../base/parts.js';
import { Answered } from '../../base/states.js';
import { type Asked, useAnswer } from '../../base/use-answer.js';
import { Charted } from '../../chart/chart.js';
import { rangeOf } from '../../chart/days.js';
import { measured, measuredText } from '../../base/format.js';
import { Swatch } from '../../chart/line-looks.js';
import { RangeChoice } from '../../chart/range.js';
import { SmallTable } from '../../table/small-table.js';
import { type PostureRow, postureRows } from './posture-rows.js';

interface Measure {
  readonly type: PostureHistoryDto['data_type'];
  readonly title: string;
  readonly isShare?: boolean;
}

const measures: readonly Measure[] = [
  { type: 'findings', title: 'Findings' },
  { type: 'archived-findings', title: 'Resolved' },
  { type: 'attack-paths', title: 'Types with findings' },
  { type: 'assets', title: 'Members of tier zero' },
  { type: 'exposure', title: 'Accounts that reach tier zero', isShare: true },
  { type: 'session-completeness', title: 'Users with known sessions', isShare: true },
  { type: 'group-completeness', title: 'Computers with known local groups', isShare: true },
];

/** The state of tier zero at each analysis, as charts and as a table. */
export function View() {
  return (
    <>
      <Heading text="Posture" />
      <div class="row">
        <EnvironmentChoice />
        <RangeChoice />
      </div>
      <Answered asked={useHistories()} lines={12}>
        {(histories) => <History histories={histories} />}
      </Answered>
    </>
  );
}

/** All histories as one question: it is answered when each of them is. */
function useHistories(): Asked<readonly PostureHistoryDto[]> {
  const { query: address } = useAddress();
  const environment = address.get('environment');
  const query = { ...rangeOf(address), ...(environment !== null && { environments: [environment] }) };
  const asked = measures.map(({ type }) =>
    useAnswer(call('GET /api/v2/posture-history/{data_type}', { path: { data_type: type }, query })),
  );
  const answers = asked.flatMap(({ answer }) => answer ?? []);
  return {
    answer: answers.length === asked.length ? answers : undefined,
    error: asked.find((it) => it.error)?.error,
    isLoading: asked.some((it) => it.isLoading),
    wait: asked.find((it) => it.wait !== undefined)?.wait,
    stop: () => {
      for (const it of asked) it.stop();
    },
  };
}

function History({ histories }: { readonly histories: readonly PostureHistoryDto[] }) {
  const rows = postureRows(histories);
  const [first] = histories;
  if (!first || rows.length === 0) return <p role="status">No analysis in this range.</p>;
  const linesOf = (isPercent: boolean) =>
    measures.flatMap((measure, look) =>
      (measure.isShare === true) === isPercent ? [{ look, values: rows.map((row) => shownValue(row, look)) }] : [],
    );
  const legend = (
    <ul class="plain columns">
      {measures.map(({ type, title }, look) => (
        <li key={type}>
          <Swatch index={look} /> {title}
        </li>
      ))}
    </ul>
  );
  return (
    <Charted
      times={rows.map(({ date }) => Date.parse(date))}
      range={[Date.parse(first.start), Date.parse(first.end)]}
      charts={[
        { title: 'Counts', isPercent: false, lines: linesOf(false) },
        { title: 'Shares in percent', isPercent: true, lines: linesOf(true) },
      ]}
      legend={legend}
      status={counted(rows.length, 'analysis', 'analyses')}
    >
      <SmallTable label="Posture" columns={columns} rows={rows.toReversed()} />
    </Charted>
  );
}

function shownValue({ values }: PostureRow, index: number): number | null {
  const value = values[index] ?? null;
  return value === null ? null : measured(value, measures[index]?.isShare);
}

function shownText(row: PostureRow, index: number): string {
  const value = shownValue(row, index);
  return value === null ? '' : measuredText(value, measures[index]?.isShare);
}

const columns = [
  { title: 'Analysis', width: '10rem', cell: ({ date }: PostureRow) => moment(date) },
  ...measures.map(({ title }, index) => ({
    title,
    isNumber: true,
    cell: (row: PostureRow) => shownText(row, index),
  })),
];
