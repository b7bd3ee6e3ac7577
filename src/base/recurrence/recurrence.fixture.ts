import { Recurrence, RecurrenceError } from './recurrence.js';

/** The occurrence that a rule has after an instant; undefined if there is none. */
export function next(text: string, after: string): string | undefined {
  return Recurrence.parse(text).nextAfter(new Date(after))?.toISOString();
}

/** The reason for which a rule is refused; `none` if it is accepted. */
export function faultOf(text: string): string {
  try {
    Recurrence.parse(text).requireUsable();
  } catch (error) {
    if (error instanceof RecurrenceError) return error.message;
    throw error;
  }
  return 'none';
}
