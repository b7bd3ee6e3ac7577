import { call } from '../../api/call.js';
import type { FindingTrendDto } from '../../api/schema.js';
import { address, linkTo } from '../../base/address.js';
import { EnvironmentChoice } from '../../base/controls.js';
import { counted, day, number } from '../../base/format.js';
import { Heading } from '../../base/parts.js';
import { Ask } from '../../base/states.js';
import { type Column, SmallTable } from '../../table/table.js';
import type { ViewProps } from '../screen.js';
import { allTypes, FindingsOfType } from './findings-of-type.js';
import { SeverityMark } from './severity-mark.js';

/** The types of present findings, or the findings of one type. */
export function View({ parts: { id: type } }: ViewProps) {
  return type === undefined ? <FindingTypes /> : <FindingsOfType type={type} />;
}

/** The types of present findings with their counts, the worst first. */
function FindingTypes() {
  const environment = address.value.query.get('environment') ?? '';
  const query = environment === '' ? {} : { environments: [environment] };
  return (
    <>
      <Heading text="Findings" />
      <p class="row">
        <EnvironmentChoice />
        <a href={typePath(allTypes)}>All findings, those that free most accounts first</a>
      </p>
      <Ask of={call('GET /api/v2/attack-paths/finding-trends', { query })} lines={12}>
        {({ data, start }) => <Types types={data.findings.filter((it) => it.finding_count_end > 0)} since={start} />}
      </Ask>
    </>
  );
}

const columns: readonly Column<FindingTrendDto>[] = [
  { title: 'Severity', cell: ({ severity }) => <SeverityMark severity={severity} /> },
  { title: 'Type', name: 'display_title', width: '12rem', link: ({ finding }) => typePath(finding) },
  { title: 'Findings', name: 'finding_count_end', isNumber: true },
  {
    title: 'New, resolved',
    isNumber: true,
    cell: (it) => `+${number(it.finding_count_increase)}, −${number(it.finding_count_decrease)}`,
  },
  { title: 'Exposure', isNumber: true, cell: (it) => counted(it.exposure_count, 'account') },
  { title: 'Impact', isNumber: true, cell: (it) => counted(it.impact_count, 'object') },
];

function Types({ types, since }: { readonly types: readonly FindingTrendDto[]; readonly since: string }) {
  const total = types.reduce((sum, it) => sum + it.finding_count_end, 0);
  return (
    <>
      <p role="status">
        {types.length === 0
          ? 'The last analysis found nothing.'
          : `${counted(total, 'finding')} of ${counted(types.length, 'type')}, accepted ones included.`}
      </p>
      {types.length > 0 && <SmallTable label="Findings" columns={columns} rows={types} />}
      <p class="muted">
        Exposure: accounts that reach the source, at most. Impact: objects that the target reaches, at most. Changes are
        those since {day(since)}.
      </p>
    </>
  );
}

/** The findings of a type in the same environment. */
function typePath(type: string): string {
  const environment = address.value.query.get('environment') ?? '';
  return linkTo(`/findings/${encodeURIComponent(type)}`, { environment });
}
