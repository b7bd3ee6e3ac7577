import { useEffect, useState } from 'preact/hooks';

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
