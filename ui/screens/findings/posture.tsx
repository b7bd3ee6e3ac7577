import { call } from '../../api/call.js';
import type { PostureHistoryDto } from '../../api/schema.js';
import { address } from '../../base/address.js';
import { EnvironmentChoice } from '../../base/controls.js';
import { moment } from '../../base/format.js';
import { Heading } from '../../base/parts.js';
import { Answered, type Asked, useAnswer } from '../../base/states.js';
import { rangeOf } from '../../chart/days.js';
import { History } from '../../chart/history.js';
import { joinedRows } from '../../chart/measures.js';
import { RangeChoice } from '../../chart/range.js';

const measures = [
  { name: 'findings', title: 'Findings' },
  { name: 'archived-findings', title: 'Resolved' },
  { name: 'attack-paths', title: 'Types with findings' },
  { name: 'assets', title: 'Members of tier zero' },
  { name: 'exposure', title: 'Accounts that reach tier zero', isShare: true },
  { name: 'session-completeness', title: 'Users with known sessions', isShare: true },
  { name: 'group-completeness', title: 'Computers with known local groups', isShare: true },
] as const;

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
        {(histories) => {
          const rows = joinedRows(histories);
          const [first] = histories;
          if (!first || rows.length === 0) return <p role="status">No analysis in this range.</p>;
          const { start, end } = first;
          const shared = { label: 'Posture', measures, rows, count: rows.length, start, end };
          return <History {...shared} timeOf={(row) => moment(row.created_at)} />;
        }}
      </Answered>
    </>
  );
}

/** All histories as one question: it is answered when each of them is. */
function useHistories(): Asked<readonly PostureHistoryDto[]> {
  const { query: asked } = address.value;
  const environment = asked.get('environment');
  const query = { ...rangeOf(asked), ...(environment !== null && { environments: [environment] }) };
  const all = measures.map(({ name }) =>
    useAnswer(call('GET /api/v2/posture-history/{data_type}', { path: { data_type: name }, query })),
  );
  const answers = all.flatMap(({ answer }) => answer ?? []);
  return {
    answer: answers.length === all.length ? answers : undefined,
    error: all.find((it) => it.error)?.error,
    isLoading: all.some((it) => it.isLoading),
    wait: all.find((it) => it.wait !== undefined)?.wait,
    stop: () => {
      for (const it of all) it.stop();
    },
  };
}
