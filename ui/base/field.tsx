import type { ComponentChildren, TargetedEvent } from 'preact';
import { useRef } from 'preact/hooks';
import { Check, type Choices, Select } from './controls.js';

/** A control of a form. It has the name of the property in the body, so that faults of the service find it. */
export interface Field {
  readonly name: string;
  readonly label: string;
  /**
   * Values are texts, by default; `check`: true or false; `lines` and `several`: lists of texts; `day`: the beginning of a day in UTC as
   * RFC 3339, or null.
   */
  readonly kind?: 'text' | 'password' | 'check' | 'choice' | 'several' | 'lines' | 'day';
  readonly choices?: Choices;
  readonly note?: string;
  readonly isRequired?: boolean;
  readonly isFocused?: boolean;
  readonly autocomplete?: 'username' | 'current-password' | 'new-password';
  /** Draws other controls. */
  readonly control?: (value: unknown, onChange: (value: unknown) => void) => ComponentChildren;
}

/** A required password. @param more such as a note */
export function passwordField(
  name: string,
  label: string,
  autocomplete: NonNullable<Field['autocomplete']> = 'new-password',
  more: Partial<Field> = { note: 'At least 12 characters.' },
): Field {
  return { name, label, kind: 'password', isRequired: true, autocomplete, ...more };
}

interface FieldProps {
  readonly id: string;
  readonly field: Field;
  readonly value: unknown;
  readonly faults: readonly string[];
  readonly onChange: (value: unknown) => void;
}

/** A control with its label, its note and the faults of its value. */
export function FieldView(props: FieldProps) {
  const { id, field, value, faults, onChange } = props;
  const { kind, label, note, control } = field;
  const isGroup = control !== undefined || kind === 'several';
  const notes = (
    <span id={`${id}-notes`}>
      {note !== undefined && <span class="muted">{note}</span>}
      {faults.map((fault) => (
        <span key={fault} class="fault">
          {fault}
        </span>
      ))}
    </span>
  );
  if (isGroup)
    return (
      <fieldset aria-describedby={`${id}-notes`}>
        <legend>{label}</legend>
        {control ? control(value, onChange) : <Control {...props} />}
        {notes}
      </fieldset>
    );
  return (
    <div class={kind === 'check' ? 'field check' : 'field'}>
      <label for={id}>{label}</label>
      <Control {...props} />
      {notes}
    </div>
  );
}

function Control({ id, field, value, faults, onChange }: FieldProps) {
  const { kind = 'text', choices = [], isRequired = false, isFocused = false, autocomplete = 'off' } = field;
  const shared = { id, 'aria-describedby': `${id}-notes`, 'aria-invalid': faults.length > 0, required: isRequired };
  if (kind === 'choice') return <Select {...shared} value={textOf(value)} choices={choices} onChange={onChange} />;
  if (kind === 'several') {
    const chosen = listOf(value);
    const choose = (name: string, isChosen: boolean) =>
      onChange([...chosen.filter((it) => it !== name), ...(isChosen ? [name] : [])]);
    return (
      <>
        {choices.map(([name, text]) => (
          <Check key={name} isChecked={chosen.includes(name)} onChange={(is) => choose(name, is)}>
            {text}
          </Check>
        ))}
      </>
    );
  }
  if (kind === 'check')
    return (
      <input
        {...shared}
        type="checkbox"
        checked={value === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    );
  if (kind === 'lines')
    return (
      <textarea
        {...shared}
        rows={3}
        value={listOf(value).join('\n')}
        onChange={(event) => onChange(event.currentTarget.value.split('\n').flatMap((it) => it.trim() || []))}
      />
    );
  if (kind === 'day')
    return (
      <input
        {...shared}
        type="date"
        value={textOf(value).slice(0, 10)}
        onInput={({ currentTarget: { value: day } }) => onChange(day === '' ? null : `${day}T00:00:00Z`)}
      />
    );
  const typed = {
    ...shared,
    autocomplete,
    autofocus: isFocused,
    value: textOf(value),
    onInput: (event: TargetedEvent<HTMLInputElement>) => onChange(event.currentTarget.value),
  };
  return kind === 'password' ? <input {...typed} type="password" /> : <input {...typed} />;
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function listOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((it) => typeof it === 'string') : [];
}

interface FileButtonProps {
  readonly label: string;
  /** What the dialog offers: `.json,.zip`. By default all files. */
  readonly accept?: string;
  readonly isMain?: boolean;
  readonly multiple?: boolean;
  readonly isFolder?: boolean;
  readonly onChoose: (input: HTMLInputElement) => void;
}

/** A button that opens the dialog of a hidden input, whose own looks can't be set. */
export function FileButton({ label, accept, isMain = false, multiple = false, isFolder, onChoose }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const choose = () => {
    if (!input.current) return;
    onChoose(input.current);
    // The same files can be chosen again.
    input.current.value = '';
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple={multiple}
        accept={accept}
        {...(isFolder && { webkitdirectory: true })}
        aria-label={label}
        onChange={choose}
      />
      <button type="button" class={isMain ? 'main' : undefined} onClick={() => input.current?.click()}>
        {label}
      </button>
    </>
  );
}
