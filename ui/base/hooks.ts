import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

/** A text that is being written. Another value from outside replaces it; answers that arrive meanwhile do not. */
export function useDraft(value: string): [text: string, write: (text: string) => void] {
  const [text, write] = useState(value);
  // At once: a later effect would undo what was written meanwhile.
  useLayoutEffect(() => write(value), [value]);
  return [text, write];
}

const SETTLED_MS = 300;

/** The value once it has not changed for a moment, so that typing does not ask the service for each letter. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** Scrolls an element into view when what it shows is chosen. @param chosen nothing is chosen if it is empty */
export function useReveal<E extends HTMLElement>(chosen: string): RefObject<E | null> {
  const element = useRef<E>(null);
  useEffect(() => {
    if (chosen !== '') element.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return element;
}
