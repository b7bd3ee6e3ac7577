import type { Request } from 'express';

/** Letters of a User-Agent that are kept. */
const maxLength = 200;

/** The program that a request names, for lists of sessions. */
export function programOf({ headers }: Pick<Request, 'headers'>): string | null {
  return headers['user-agent']?.slice(0, maxLength) || null;
}
