import { useLayoutEffect, useState } from 'preact/hooks';

/** A text that is being written. Another value from outside replaces it; answers that arrive meanwhile do not. */
export function useDraft(value: string): [text: string, write: (text: string) => void] {
  const [text, write] = useState(value);
  // At once: a later effect would undo what was written meanwhile.
  useLayoutEffect(() => write(value), [value]);
  return [text, write];
}
