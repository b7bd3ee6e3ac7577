import type { ComponentChildren } from 'preact';
import { call } from '../api/call.js';
import { address, go, linkWith } from './address.js';
import { useEnvironments } from './environments.js';
import { useAnswer } from './states.js';

/** A value and its name. */
export type Choices = readonly (readonly [value: string, label: string])[];

interface CheckProps {
  readonly isChecked: boolean;
  readonly isMixed?: boolean;
  /** Names the box for readers that hear it without its row. */
  readonly about?: string;
  readonly onChange: (isChecked: boolean) => void;
  /** Its label. */
  readonly children: ComponentChildren;
}

/** A box that is on or off. */
export function Check({ isChecked, isMixed = false, about, onChange, children }: CheckProps) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={isChecked}
        indeterminate={isMixed}
        aria-label={about}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {children}
    </label>
  );
}

interface SelectProps {
  readonly id?: string;
  readonly label?: string;
  readonly 'aria-label'?: string;
  readonly value: string;
  readonly choices: Choices;
  readonly onChange: (value: string) => void;
}

/** One of several choices. A value that is none of them stays, such as while they are loading. */
export function Select({ label, value, choices, onChange, ...others }: SelectProps) {
  const select = (
    <select {...others} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
      {!choices.some(([it]) => it === value) && <option value={value}>{value || 'Choose …'}</option>}
      {choices.map(([it, text]) => (
        <option key={it} value={it}>
          {text}
        </option>
      ))}
    </select>
  );
  if (label === undefined) return select;
  return (
    <label>
      {label} {select}
    </label>
  );
}

interface InputProps {
  readonly label: string;
  readonly type?: 'date' | 'number' | 'search' | 'time';
  readonly value: string | number;
  readonly required?: boolean;
  readonly placeholder?: string | undefined;
  /** Id of a `datalist`. */
  readonly list?: string;
  readonly min?: number;
  readonly max?: number;
  /** Is called with each letter. */
  readonly onText?: (text: string) => void;
  /** Is called when the value is complete. */
  readonly onEnter?: (text: string) => void;
}

/** A field of one line with its label. */
export function Input({ label, onText, onEnter, ...others }: InputProps) {
  // The types of the attributes differ by the type of the field.
  const attributes: Readonly<Record<string, unknown>> = { maxLength: others.type ? undefined : 256, ...others };
  return (
    <label>
      {label}{' '}
      <input
        autocomplete="off"
        spellcheck={false}
        {...attributes}
        onInput={({ currentTarget }) => onText?.(currentTarget.value)}
        onChange={({ currentTarget }) => onEnter?.(currentTarget.value)}
      />
    </label>
  );
}

interface ChoiceProps {
  /** Of the value in the address. */
  readonly name: string;
  readonly label: string;
  /** The choice if the address has no value. */
  readonly any?: string | undefined;
  /** Names by values. */
  readonly choices: Readonly<Record<string, string>>;
}

/** A choice whose value is in the address. */
export function Choice({ name, label, any = 'Any', choices }: ChoiceProps) {
  return (
    <Select
      label={label}
      value={address.value.query.get(name) ?? ''}
      choices={[['', any], ...Object.entries(choices)]}
      onChange={(value) => go(linkWith({ [name]: value }), 'replace')}
    />
  );
}

/** The choice of an environment. */
export function EnvironmentChoice({ name = 'environment' }: { readonly name?: string }) {
  const choices = useEnvironments()?.map((it) => [it.id, it.name] as const) ?? [];
  return <Choice name={name} label="Environment" choices={Object.fromEntries(choices)} />;
}

/** The choice of a kind of objects. */
export function KindChoice({ name }: { readonly name: string }) {
  const { answer } = useAnswer(call('GET /api/v2/graphs/kinds', { query: { type: ['node'] } }));
  const choices = answer?.data.kinds.map((it) => [it, it] as const) ?? [];
  return <Choice name={name} label="Kind" choices={Object.fromEntries(choices)} />;
}
