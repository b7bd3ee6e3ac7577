import { numberToken, plainTextToken, textToken } from '../../../database/json-token.js';
import { type scopeFlags, scopeTokens } from './collection-scope.list.js';

/** A row of `event`, as EventDto describes it: names and tokens (src/database/json-token.ts). */
export function eventTokens(flags: Readonly<typeof scopeFlags>): Record<string, string> {
  return {
    id: numberToken('event.id'),
    client_id: plainTextToken('event.client_id'),
    rrule: textToken('event.rrule'),
    ...scopeTokens('event', flags),
  };
}
