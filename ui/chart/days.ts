/** Days of the range in the address as times of the API. The last day is part of it. */
export function rangeOf(query: URLSearchParams): { readonly start?: string; readonly end?: string } {
  const [first, last] = [dayOf(query.get('from')), dayOf(query.get('to'))];
  return {
    ...(first !== null && { start: new Date(first).toISOString() }),
    ...(last !== null && { end: new Date(last + DAY_MS).toISOString() }),
  };
}

/** The day some days before another, as `2026-01-31`. */
export function daysBefore(days: number, now: number): string {
  return new Date(now - days * DAY_MS).toISOString().slice(0, 10);
}

const DAY_MS = 86_400_000;

/** @returns milliseconds, or null if the text is no day */
function dayOf(text: string | null): number | null {
  const time = text !== null && /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}
