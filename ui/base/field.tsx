import type { ComponentChildren } from 'preact';
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
  readonly autocomplete?: 'username' | 'current-password' | 'new-password' | 'one-time-code';
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
  const text = textOf(value);
  const list = listOf(value);
  const enter = ({ currentTarget: { value: entered } }: { readonly currentTarget: { readonly value: string } }) => {
    if (kind === 'lines') return onChange(entered.split('\n').flatMap((it) => it.trim() || []));
    return onChange(kind === 'day' ? dayOf(entered) : entered);
  };
  if (kind === 'choice') return <Select {...shared} value={text} choices={choices} onChange={onChange} />;
  if (kind === 'check')
    return (
      <input
        {...shared}
        type="checkbox"
        checked={value === true}
        onChange={(it) => onChange(it.currentTarget.checked)}
      />
    );
  if (kind === 'lines') return <textarea {...shared} rows={3} value={list.join('\n')} onChange={enter} />;
  if (kind === 'day') return <input {...shared} type="date" value={text.slice(0, 10)} onInput={enter} />;
  if (kind !== 'several') {
    const typed = { ...shared, autocomplete, autofocus: isFocused, value: text, onInput: enter };
    return kind === 'password' ? <input {...typed} type="password" /> : <input {...typed} />;
  }
  return choices.map(([name, label]) => (
    <Check
      key={name}
      isChecked={list.includes(name)}
      onChange={(is) => onChange([...list.filter((it) => it !== name), ...(is ? [name] : [])])}
    >
      {label}
    </Check>
  ));
}

function listOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((it) => typeof it === 'string') : [];
}

function dayOf(entered: string): string | null {
  return entered === '' ? null : `${entered}T00:00:00Z`;
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
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
