import type { Request } from 'express';

/** Value of `X-Requested-With` in all requests of the page. Browsers let no other origin send this header. */
export const pageMark = 'graphward';

/** Header by which a call has the forms of this product also with COMPAT. */
export const headerOfPage = { 'X-Requested-With': pageMark } as const;

/** Header of the requests that the page sends although nobody acts. */
export const backgroundHeader = 'graphward-background';

export function isOfPage({ headers }: Pick<Request, 'headers'>): boolean {
  return headers['x-requested-with'] === pageMark;
}
