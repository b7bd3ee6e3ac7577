import type { Request } from 'express';

/** With its parameters, because a client may name the type with them. */
export const csvType = 'text/csv; charset=utf-8; header=present';

/** Whether a list is to be sent as CSV: only if `Accept` names it and does not prefer JSON. */
export function wantsCsv(request: Request): boolean {
  if (!/(^|[\s,])text\/csv\s*([;,]|$)/i.test(request.headers.accept ?? '')) return false;
  return request.accepts(['application/json', csvType]) === csvType;
}
