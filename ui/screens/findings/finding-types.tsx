import { call } from '../../api/call.js';
import type { FindingTrendDto } from '../../api/schema.js';
import { linkTo, useAddress } from '../../base/address.js';
import { EnvironmentChoice } from '../../base/filters.js';
import { number } from '../../base/format.js';
import { Heading } from '../../base/heading.js';
import { Answered } from '../../base/states.js';
import { useAnswer } from '../../base/use-answer.js';
import type { Column } from '../../table/table.js';
import { SmallTable } from '../../table/small-table.js';
import { SeverityMark } from './severity-mark.js';
import { texts } from './texts.js';

/** The types of present findings with their counts, the worst first. */
export function FindingTypes() {
  const environment = useAddress().query.get('environment') ?? '';
  const asked = useAnswer(
    call('GET /api/v2/attack-paths/finding-trends', {
      query: environment === '' ? {} : { environments: [environment] },
    }),
  );
  return (
    <>
      <Heading text={texts.findings} />
      <p class="row">
        <EnvironmentChoice />
      </p>
      <Answered asked={asked} lines={12}>
        {({ data }) => <Types types={data.findings.filter((it) => it.finding_count_end > 0)} />}
      </Answered>
    </>
  );
}

const columns: readonly Column<FindingTrendDto>[] = [
  { title: texts.severity, cell: ({ severity }) => <SeverityMark severity={severity} /> },
  {
    title: texts.type,
    width: '12rem',
    cell: ({ finding, display_title: title }) => <TypeLink type={finding} title={title} />,
  },
  { title: texts.count, isNumber: true, cell: (it) => number(it.finding_count_end) },
  {
    title: texts.change,
    isNumber: true,
    cell: (it) => texts.changeOf(it.finding_count_increase, it.finding_count_decrease),
  },
  { title: texts.exposure, isNumber: true, cell: (it) => texts.accounts(it.exposure_count) },
  { title: texts.impact, isNumber: true, cell: (it) => texts.objects(it.impact_count) },
];

function Types({ types }: { readonly types: readonly FindingTrendDto[] }) {
  const total = types.reduce((sum, it) => sum + it.finding_count_end, 0);
  return (
    <>
      <p role="status">{types.length === 0 ? texts.noFindings : texts.summary(total, types.length)}</p>
      {types.length > 0 && <SmallTable label={texts.findings} columns={columns} rows={types} />}
      <p class="muted">{texts.measuresNote}</p>
    </>
  );
}

function TypeLink({ type, title }: { readonly type: string; readonly title: string }) {
  const environment = useAddress().query.get('environment') ?? '';
  return <a href={linkTo(`/findings/${encodeURIComponent(type)}`, { environment })}>{title}</a>;
}
