import { useState } from 'preact/hooks';
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
      <label>
        Repeats
        <select
          value={recurrence.kind}
          onChange={({ currentTarget: { value } }) => set(ofKind(kinds.find((it) => it === value) ?? 'raw', rrule))}
        >
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {repeats[kind]}
            </option>
          ))}
        </select>
      </label>
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

function FormOf({
  recurrence,
  onChange,
}: {
  readonly recurrence: Regular;
  readonly onChange: (next: Regular) => void;
}) {
  const { kind, every, date, time, zone } = recurrence;
  const start = (changed: Partial<Start & { readonly every: number }>) => onChange({ ...recurrence, ...changed });
  return (
    <>
      <NumberField label={intervals[kind]} value={every} most={999} onChange={(it) => start({ every: it })} />
      {kind === 'weekly' && (
        <div class="row" role="group" aria-label="On">
          {weekdays.map((day) => (
            <label key={day} class="check">
              <input
                type="checkbox"
                checked={recurrence.days.includes(day)}
                onChange={({ currentTarget: { checked } }) => {
                  const days = weekdays.filter((it) => (it === day ? checked : recurrence.days.includes(it)));
                  // A week without a day would be a rule that the service refuses.
                  onChange({ ...recurrence, days: days.length > 0 ? days : [day] });
                }}
              />
              {nameOf(day)}
            </label>
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
      <label>
        First day
        <input
          type="date"
          required
          value={date}
          onInput={({ currentTarget: { value } }) => value && start({ date: value })}
        />
      </label>
      <label>
        Time
        <input
          type="time"
          required
          value={time}
          onInput={({ currentTarget: { value } }) => value && start({ time: value })}
        />
      </label>
      <label>
        Time zone
        <select value={zone} onChange={(event) => start({ zone: event.currentTarget.value })}>
          {(zones.includes(zone) ? zones : [zone, ...zones]).map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
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
    <label>
      {label}
      <input
        type="number"
        required
        min={1}
        max={most}
        value={value}
        onInput={({ currentTarget: { valueAsNumber: entered } }) => {
          if (Number.isInteger(entered) && entered >= 1 && entered <= most) onChange(entered);
        }}
      />
    </label>
  );
}
