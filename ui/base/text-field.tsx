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
