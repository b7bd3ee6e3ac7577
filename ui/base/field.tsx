import type { ComponentChildren, TargetedEvent } from 'preact';
import { useRef } from 'preact/hooks';

/** A value and its name. */
export type Choices = readonly (readonly [value: string, label: string])[];

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
  readonly autocomplete?: 'username' | 'current-password' | 'new-password';
  /** Draws other controls. */
  readonly control?: (value: unknown, onChange: (value: unknown) => void) => ComponentChildren;
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
  const { kind = 'text', choices = [], isRequired = false, autocomplete = 'off' } = field;
  const shared = { id, 'aria-describedby': `${id}-notes`, 'aria-invalid': faults.length > 0, required: isRequired };
  if (kind === 'choice')
    return (
      <select {...shared} value={textOf(value)} onChange={(event) => onChange(event.currentTarget.value)}>
        {value === undefined && <option value="">Choose …</option>}
        {choices.map(([name, text]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </select>
    );
  if (kind === 'several') {
    const chosen = listOf(value);
    const choose = (name: string, isChosen: boolean) =>
      onChange([...chosen.filter((it) => it !== name), ...(isChosen ? [name] : [])]);
    return (
      <>
        {choices.map(([name, text]) => (
          <label key={name} class="check">
            <input
              type="checkbox"
              checked={chosen.includes(name)}
              onChange={(event) => choose(name, event.currentTarget.checked)}
            />
            {text}
          </label>
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
    value: textOf(value),
    onInput: (event: TargetedEvent<HTMLInputElement>) => onChange(event.currentTarget.value),
  };
  return kind === 'password' ? <input {...typed} type="password" /> : <input {...typed} />;
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function listOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((it) => typeof it === 'string') : [];
}

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onText: (text: string) => void;
  readonly placeholder?: string;
}

/** A required text of one line, such as a name, in a form that sends it itself. */
export function TextField({ label, value, onText, placeholder }: TextFieldProps) {
  return (
    <label>
      {label}{' '}
      <input
        required
        maxLength={256}
        autocomplete="off"
        spellcheck={false}
        placeholder={placeholder}
        value={value}
        onInput={({ currentTarget }) => onText(currentTarget.value)}
      />
    </label>
  );
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
