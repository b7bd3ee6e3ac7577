import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** Scrolls an element into view when what it shows is chosen. @param chosen nothing is chosen if it is empty */
export function useReveal<E extends HTMLElement>(chosen: string): RefObject<E | null> {
  const element = useRef<E>(null);
  useEffect(() => {
    if (chosen !== '') element.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return element;
}
