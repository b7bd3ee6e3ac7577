import type { Request } from 'express';

/** Value of `X-Requested-With` in all requests of the page. Browsers let no other origin send this header. */
export const pageMark = 'graphward';

export function isOfPage({ headers }: Pick<Request, 'headers'>): boolean {
  return headers['x-requested-with'] === pageMark;
}
