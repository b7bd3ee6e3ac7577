import type { Request } from 'express';

/** The type of a body without its parameters, in lower case: `application/json`. Undefined where none is given. */
export function mediaType({ headers }: Pick<Request, 'headers'>): string | undefined {
  return headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
}
