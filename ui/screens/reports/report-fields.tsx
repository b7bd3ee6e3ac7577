import { call } from '../../api/call.js';
import type { ReportDto } from '../../api/schema.js';
import { Check, type Choices } from '../../base/controls.js';
import { useEnvironments } from '../../base/environments.js';
import type { Field } from '../../base/field.js';
import type { Values } from '../../base/form.js';
import { may } from '../../base/session.js';
import { useAnswer } from '../../base/states.js';
import { dailyRecurrence, ruleOf } from '../collection/recurrence.js';
import { RuleControl } from '../collection/rule-control.js';

export const sections = {
  exposure: 'How bad it is',
  plan: 'What to do first',
  changes: 'What is new',
  findings: 'Findings by effect',
  quality: 'How good the data are',
  method: 'Method and limits',
} as const;

/** Id of its group. */
const tierZero = 1;

const periods = {
  '-P1D': 'a day',
  '-P7D': 'a week',
  '-P30D': '30 days',
  '-P90D': '90 days',
  '-P1Y': 'a year',
} as const;

/** The period of a report in words. */
export function periodText(since: string): string {
  return Object.entries(periods).find(([name]) => name === since)?.[1] ?? since;
}

interface ReportFields {
  readonly fields: readonly Field[];
  /** Names of environments, groups and channels by their ids and tags. */
  readonly names: ReadonlyMap<string, string>;
}

/** The fields of a report, with what can be chosen. Who may not see channels leaves the recipients as they are. */
export function useReportFields(): ReportFields {
  const environments = (useEnvironments() ?? []).map(({ id, name }) => [id, name] as const);
  const groups = useAnswer(call('GET /api/v2/asset-groups')).answer?.data ?? [];
  const tags = groups.map(({ id, tag, name }) => [id === tierZero ? 'tier_zero' : tag, name] as const);
  const listed = useAnswer(may('alerts:read') ? call('GET /api/v2/alert-channels', { query: { limit: 1000 } }) : null);
  const mails = (listed.answer?.data ?? []).filter(({ type }) => type === 'email');
  const recipients = mails.map(({ id, name }) => [id, name] as const);
  return {
    fields: fieldsOf(tags, environments, recipients),
    names: new Map([...tags, ...environments, ...recipients]),
  };
}

function fieldsOf(tags: Choices, environments: Choices, recipients: Choices): readonly Field[] {
  const mail: readonly Field[] = [
    { name: 'recipients', label: 'Recipients', kind: 'several', choices: recipients },
    { name: 'hide_names', label: 'Mails have ids in place of names', kind: 'check' },
  ];
  return [
    { name: 'name', label: 'Name', isRequired: true },
    { name: 'tags', label: 'Who reaches', kind: 'several', choices: tags },
    { name: 'environments', label: 'Environments', kind: 'several', choices: environments, note: 'None: all.' },
    {
      name: 'since',
      label: 'Period before each document',
      kind: 'choice',
      choices: Object.entries(periods),
    },
    { name: 'sections', label: 'Sections', kind: 'several', choices: Object.entries(sections) },
    { name: 'rrule', label: 'Schedule', control: (value, onChange) => <Schedule rrule={value} onChange={onChange} /> },
    ...(recipients.length > 0 ? mail : []),
  ];
}

interface ScheduleProps {
  readonly rrule: unknown;
  readonly onChange: (rrule: string | null) => void;
}

/** A rule, or none. */
function Schedule({ rrule, onChange }: ScheduleProps) {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const first = ruleOf({ ...dailyRecurrence(timeZone), kind: 'monthly', day: 1, time: '07:00' });
  const isScheduled = typeof rrule === 'string';
  return (
    <>
      <Check isChecked={isScheduled} onChange={(is) => onChange(is ? first : null)}>
        Make it again and again
      </Check>
      {isScheduled && <RuleControl rrule={rrule} onChange={onChange} />}
    </>
  );
}

/** What the fields of a new report have. */
export const newReport: Values = {
  tags: ['tier_zero'],
  environments: [],
  since: '-P30D',
  sections: Object.keys(sections),
  rrule: null,
  recipients: [],
  hide_names: true,
};

/** What the fields of a report have. */
export function valuesOf(report: ReportDto): Values {
  const { name, tags, environments, since, rrule, recipients, hide_names: hidden } = report;
  return { name, tags, environments, since, sections: report.sections, rrule, recipients, hide_names: hidden };
}
