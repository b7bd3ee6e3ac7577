import type { Request } from 'express';

/** Whether a list is to be sent as CSV: only if `Accept` names it and does not prefer JSON. */
export function wantsCsv(request: Request): boolean {
  if (!/(^|[\s,])text\/csv\s*([;,]|$)/i.test(request.headers.accept ?? '')) return false;
  return request.accepts(['application/json', 'text/csv']) === 'text/csv';
}
