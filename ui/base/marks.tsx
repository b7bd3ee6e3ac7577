import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

export interface Mark {
  /** Unique among the marks. */
  readonly key: string;
  readonly label: ComponentChildren;
  /** The address without it. */
  readonly without: string;
}

/** The limits of an answer, each with a link that removes it. */
export function Marks({ label, marks }: { readonly label: string; readonly marks: readonly Mark[] }) {
  const id = useId();
  if (marks.length === 0) return null;
  return (
    <ul class="row marks" aria-label={label}>
      {marks.map(({ key, label: text, without }, at) => (
        <li key={key} class="mark">
          <span id={`${id}-${at}`}>{text}</span>{' '}
          <a id={`${id}-${at}-x`} href={without} aria-label="Remove" aria-labelledby={`${id}-${at}-x ${id}-${at}`}>
            ×
          </a>
        </li>
      ))}
    </ul>
  );
}
