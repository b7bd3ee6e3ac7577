import type { ComponentChildren } from 'preact';
import { texts } from './texts.js';

export interface Mark {
  /** Unique among the marks. */
  readonly key: string;
  readonly label: ComponentChildren;
  /** Names it in the link that removes it. */
  readonly name: string;
  /** The address without it. */
  readonly without: string;
}

/** What limits an answer, each with a link that removes it. */
export function Marks({ label, marks }: { readonly label: string; readonly marks: readonly Mark[] }) {
  if (marks.length === 0) return null;
  return (
    <ul class="row marks" aria-label={label}>
      {marks.map(({ key, label: text, name, without }) => (
        <li key={key} class="mark">
          {text}{' '}
          <a href={without} aria-label={texts.remove(name)}>
            ×
          </a>
        </li>
      ))}
    </ul>
  );
}
