import { useState } from 'preact/hooks';
import { Check, Input, Select } from '../../base/controls.js';
import { dailyRecurrence, kinds, type Recurrence, recurrenceOf, ruleOf, weekdays } from './recurrence.js';

const repeats = { daily: 'Daily', weekly: 'Weekly', monthly: 'Monthly', raw: 'By a rule (RFC 5545)' } as const;
const intervals = { daily: 'Interval in days', weekly: 'Interval in weeks', monthly: 'Interval in months' } as const;
const zones = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])].map((it) => [it, it] as const);

interface RuleProps {
  readonly rrule: string;
  readonly onChange: (rrule: string) => void;
}

/** Enters a rule: daily, weekly, monthly, or as its text. */
export function RuleControl({ rrule, onChange }: RuleProps) {
  const recurrence = recurrenceOf(rrule);
  // A text that the form could show stays a text while it is typed.
  const [isRaw, setRaw] = useState(recurrence === null);
  const choose = (name: string) => {
    const kind = kinds.find((it) => it === name);
    setRaw(!kind);
    if (kind) onChange(ruleOf({ ...(recurrence ?? dailyRecurrence('UTC')), kind, days: ['MO'], day: 1 }));
  };
  const shown = isRaw ? null : recurrence;
  return (
    <>
      <Select label="Repeats" value={shown?.kind ?? 'raw'} choices={Object.entries(repeats)} onChange={choose} />
      {shown ? (
        <RuleForm recurrence={shown} onChange={(change) => onChange(ruleOf({ ...shown, ...change }))} />
      ) : (
        <label class="field">
          DTSTART and RRULE, a line each
          <textarea rows={3} value={rrule} onInput={(event) => onChange(event.currentTarget.value)} />
        </label>
      )}
    </>
  );
}

interface RuleFormProps {
  readonly recurrence: Recurrence;
  readonly onChange: (change: Partial<Recurrence>) => void;
}

function RuleForm({ recurrence: { kind, every, days, day, date, time, zone }, onChange }: RuleFormProps) {
  const toggle = (name: string, is: boolean) => {
    const chosen = [...weekdays.keys()].filter((it) => (it === name ? is : days.includes(it)));
    // A week without a day would be a rule that the service refuses.
    onChange({ days: chosen.length > 0 ? chosen : [name] });
  };
  return (
    <>
      {numberInput(intervals[kind], every, 999, (it) => onChange({ every: it }))}
      {kind === 'weekly' && (
        <div class="row" role="group" aria-label="On">
          {[...weekdays].map(([abbreviation, name]) => (
            <Check key={name} isChecked={days.includes(abbreviation)} onChange={(is) => toggle(abbreviation, is)}>
              {name}
            </Check>
          ))}
        </div>
      )}
      {kind === 'monthly' && numberInput('Day of the month', day, 31, (it) => onChange({ day: it }))}
      <Input label="First day" type="date" required value={date} onText={(it) => it && onChange({ date: it })} />
      <Input label="Time" type="time" required value={time} onText={(it) => it && onChange({ time: it })} />
      <Select label="Time zone" value={zone} choices={zones} onChange={(it) => onChange({ zone: it })} />
    </>
  );
}

/** Numbers from 1 on. */
function numberInput(label: string, value: number, max: number, enter: (value: number) => void) {
  const onText = (text: string) => {
    const entered = Number(text);
    if (Number.isInteger(entered) && entered >= 1 && entered <= max) enter(entered);
  };
  return <Input label={label} type="number" required min={1} max={max} value={value} onText={onText} />;
}
