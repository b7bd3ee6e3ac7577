import type { AlertRuleDto } from '../../api/schema.js';
import type { Choices } from '../../base/controls.js';
import type { Field } from '../../base/field.js';
import type { Values } from '../../base/form.js';

type Occasion = AlertRuleDto['occasion'];

const percent: Field = { name: 'percent', label: 'Percent of the accounts', isRequired: true };
const severities = ['low', 'moderate', 'high', 'critical'] as const;
const findingFields: readonly Field[] = [
  { name: 'types', label: 'Types of findings', kind: 'lines', note: 'One a line. Empty: all.' },
  {
    name: 'least_severity',
    label: 'Least severity',
    kind: 'choice',
    choices: severities.map((it) => [it, it] as const),
  },
];

const planFields: readonly Field[] = [{ name: 'plan', label: 'Id of a kept plan', note: 'Empty: all plans.' }];

const silenceFields: readonly Field[] = [
  {
    name: 'of',
    label: 'Whose silence',
    kind: 'choice',
    choices: [
      ['data', 'Data of environments'],
      ['clients', 'Clients'],
    ],
    note: 'Clients belong to no environment.',
  },
  { name: 'hours', label: 'Hours', note: 'The days of data end at midnight (UTC).', isRequired: true },
];

/** The members of the condition of each occasion that has some. */
const conditions: Readonly<Partial<Record<Occasion, readonly Field[]>>> = {
  'way.new': [{ name: 'least_accounts', label: 'Least number of accounts' }],
  'tier_zero.changed': [{ name: 'kinds', label: 'Kinds of members', kind: 'lines', note: 'One a line. Empty: all.' }],
  'exposure.above': [percent],
  'exposure.below': [percent],
  'finding.new': findingFields,
  'finding.returned': findingFields,
  'plan.step_done': planFields,
  'plan.step_returned': planFields,
  'collector.silent': silenceFields,
};

const withEnvironment: ReadonlySet<Occasion> = new Set([
  'way.new',
  'exposure.above',
  'exposure.below',
  'finding.new',
  'finding.returned',
  'collector.silent',
]);

const withTag: ReadonlySet<Occasion> = new Set(['tier_zero.changed', 'way.new', 'exposure.above', 'exposure.below']);

const tagField: Field = { name: 'tag', label: 'Id of an asset group', note: '1 is tier zero.' };

/** The fields of a rule of an occasion. */
export function ruleFields(occasion: Occasion, channels: Choices, environments: Choices): readonly Field[] {
  return [
    { name: 'name', label: 'Name', isRequired: true },
    ...(conditions[occasion] ?? []),
    ...(withTag.has(occasion) ? [tagField] : []),
    ...(withEnvironment.has(occasion)
      ? [
          {
            name: 'environment',
            label: 'Environment',
            kind: 'choice',
            choices: [['', 'All'], ...environments],
          } as const,
        ]
      : []),
    { name: 'channels', label: 'Channels', kind: 'several', choices: channels },
    {
      name: 'every',
      label: 'When alerts are sent',
      kind: 'choice',
      choices: [
        ['immediately', 'At once'],
        ['hour', 'Once an hour, together'],
        ['day', 'Once a day at 07:00, together'],
      ],
    },
    { name: 'time_zone', label: 'Time zone', note: 'Such as Europe/Berlin.', isRequired: true },
    {
      name: 'include_names',
      label: 'With names of objects',
      kind: 'check',
      note: 'Mail has none unless its channel allows it.',
    },
    { name: 'enabled', label: 'Enabled', kind: 'check' },
  ];
}

/** What the fields of a new rule have. */
export function newRule(): Values {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const condition = { least_severity: 'low', least_accounts: '1', of: 'data', hours: '168' };
  return {
    ...condition,
    every: 'immediately',
    time_zone: timeZone,
    include_names: true,
    enabled: true,
    environment: '',
    tag: '1',
  };
}

/** What the fields of a rule have. */
export function valuesOf({ condition, environment, tag, ...rule }: AlertRuleDto): Values {
  const { name, channels, every, time_zone: zone, include_names: names, enabled } = rule;
  const texts = Object.entries(condition).map(([key, value]) => [
    key,
    typeof value === 'number' ? String(value) : value,
  ]);
  const shared = { name, channels, every, time_zone: zone, include_names: names, enabled };
  return {
    ...newRule(),
    ...Object.fromEntries(texts),
    ...shared,
    environment: environment ?? '',
    tag: String(tag ?? 1),
  };
}

/** The body of a request. Numbers that are none go as they are, so that the service names the fault. */
export function ruleBody(occasion: Occasion, values: Values): Values {
  const { name, channels = [], every, time_zone: zone, include_names: names, enabled, environment } = values;
  const members = (conditions[occasion] ?? []).map((field) => [field.name, memberOf(field, values[field.name])]);
  const condition = Object.fromEntries(members.filter(([, value]) => value !== undefined));
  const places = {
    ...(withEnvironment.has(occasion) && { environment: environment || null }),
    ...(withTag.has(occasion) && { tag: memberOf(tagField, values['tag']) }),
  };
  return { name, condition, channels, every, time_zone: zone, include_names: names, enabled, ...places };
}

function memberOf({ kind }: Field, value: unknown): unknown {
  if (kind === 'lines') return Array.isArray(value) && value.length > 0 ? value : undefined;
  if (kind === 'choice') return value;
  const number = Number(value);
  return value === '' || value === undefined ? undefined : Number.isNaN(number) ? value : number;
}
