import { useState } from 'preact/hooks';
import { Check, Input, Select } from '../../base/controls.js';
import { nameOf, type Recurrence, recurrenceOf, ruleOf, type Start, weekdays } from './recurrence.js';

const repeats = { daily: 'Daily', weekly: 'Weekly', monthly: 'Monthly', raw: 'By a rule (RFC 5545)' } as const;
const intervals = { daily: 'Interval in days', weekly: 'Interval in weeks', monthly: 'Interval in months' } as const;

interface RuleProps {
  readonly rrule: string;
  readonly onChange: (rrule: string) => void;
}

const kinds = ['daily', 'weekly', 'monthly', 'raw'] as const;
const zones = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];

/** Enters a rule: daily, weekly, monthly, or as its text. */
export function RuleControl({ rrule, onChange }: RuleProps) {
  // A text that the form could show stays a text while it is typed.
  const [isRaw, setRaw] = useState(recurrenceOf(rrule).kind === 'raw');
  const recurrence: Recurrence = isRaw ? { kind: 'raw', rrule } : recurrenceOf(rrule);
  const set = (next: Recurrence) => {
    setRaw(next.kind === 'raw');
    onChange(ruleOf(next));
  };
  return (
    <>
      <Select
        label="Repeats"
        value={recurrence.kind}
        choices={Object.entries(repeats)}
        onChange={(value) => set(ofKind(kinds.find((it) => it === value) ?? 'raw', rrule))}
      />
      {recurrence.kind === 'raw' ? (
        <label class="field">
          DTSTART and RRULE, a line each
          <textarea rows={3} value={rrule} onInput={(event) => onChange(event.currentTarget.value)} />
        </label>
      ) : (
        <FormOf recurrence={recurrence} onChange={set} />
      )}
    </>
  );
}

/** The rule as another kind. It keeps its start as far as it has one. */
function ofKind(kind: Recurrence['kind'], rrule: string): Recurrence {
  if (kind === 'raw') return { kind, rrule };
  const former = recurrenceOf(rrule);
  const date = new Date().toISOString().slice(0, 10);
  const { zone, time, ...start } = former.kind === 'raw' ? { zone: 'UTC', time: '02:00', date, every: 1 } : former;
  const shared = { zone, time, date: start.date, every: start.every };
  if (kind === 'weekly') return { ...shared, kind, days: ['MO'] };
  return kind === 'monthly' ? { ...shared, kind, day: 1 } : { ...shared, kind };
}

type Regular = Exclude<Recurrence, { kind: 'raw' }>;

interface FormOfProps {
  readonly recurrence: Regular;
  readonly onChange: (next: Regular) => void;
}

function FormOf({ recurrence, onChange }: FormOfProps) {
  const { kind, every, date, time, zone } = recurrence;
  const start = (changed: Partial<Start & { readonly every: number }>) => onChange({ ...recurrence, ...changed });
  return (
    <>
      <NumberField label={intervals[kind]} value={every} most={999} onChange={(it) => start({ every: it })} />
      {kind === 'weekly' && (
        <div class="row" role="group" aria-label="On">
          {weekdays.map((day) => (
            <Check
              key={day}
              isChecked={recurrence.days.includes(day)}
              onChange={(is) => {
                const days = weekdays.filter((it) => (it === day ? is : recurrence.days.includes(it)));
                // A week without a day would be a rule that the service refuses.
                onChange({ ...recurrence, days: days.length > 0 ? days : [day] });
              }}
            >
              {nameOf(day)}
            </Check>
          ))}
        </div>
      )}
      {kind === 'monthly' && (
        <NumberField
          label="Day of the month"
          value={recurrence.day}
          most={31}
          onChange={(day) => onChange({ ...recurrence, day })}
        />
      )}
      <Input label="First day" type="date" required value={date} onText={(it) => it && start({ date: it })} />
      <Input label="Time" type="time" required value={time} onText={(it) => it && start({ time: it })} />
      <Select
        label="Time zone"
        value={zone}
        choices={zones.map((it) => [it, it])}
        onChange={(it) => start({ zone: it })}
      />
    </>
  );
}

interface NumberProps {
  readonly label: string;
  readonly value: number;
  readonly most: number;
  readonly onChange: (value: number) => void;
}

function NumberField({ label, value, most, onChange }: NumberProps) {
  return (
    <Input
      label={label}
      type="number"
      required
      min={1}
      max={most}
      value={value}
      onText={(text) => {
        const entered = Number(text);
        if (Number.isInteger(entered) && entered >= 1 && entered <= most) onChange(entered);
      }}
    />
  );
}
