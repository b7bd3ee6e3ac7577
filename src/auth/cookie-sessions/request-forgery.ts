import type { Request } from 'express';
import { fault, type Fault } from '../../base/errors.js';
import { isOfPage, pageMark } from '../../http/page/page-mark.js';

/**
 * The two defences against requests that a foreign page makes a browser send with the cookie of the service. Each of them refuses such a
 * request without the other, and without SameSite of the cookie.
 */

type Headers = Pick<Request, 'headers'>;

/** The first defence: a foreign page can't send a header of its own, because the service permits no cross-origin request. */
export function pageFault(request: Headers): Fault | undefined {
  if (isOfPage(request)) return undefined;
  const context = 'header.X-Requested-With';
  const given = request.headers['x-requested-with'];
  if (given === undefined) return fault('header.missing', context, `is missing; the page sends ${pageMark}`);
  return fault('header.invalid_value', context, `${JSON.stringify(given)} is not valid; it takes ${pageMark}`);
}

/**
 * The first defence of a frame, which can send no header of its own: the browser says that a page of the same origin shows the answer in a
 * frame. It reads only, and no other page may frame the answer or read it.
 */
export function isOfOwnFrame({ method, headers }: Pick<Request, 'method' | 'headers'>): boolean {
  return method === 'GET' && headers['sec-fetch-dest'] === 'iframe' && headers['sec-fetch-site'] === 'same-origin';
}

/**
 * The second defence: the browser says which page sent the request, in headers that scripts can't set.
 * @param ownOrigins origins of the page, such as `https://graph.example`
 */
export function originFault({ headers }: Headers, ownOrigins: readonly string[]): Fault | undefined {
  const site = headers['sec-fetch-site'];
  if (site === 'same-origin') return undefined;
  if (site !== undefined) return foreign('header.Sec-Fetch-Site', site, 'same-origin');
  const { origin } = headers;
  // Browsers without Sec-Fetch-Site send no Origin with a GET request to the origin of the page.
  if (origin === undefined || ownOrigins.includes(origin)) return undefined;
  return foreign('header.Origin', origin, [...new Set(ownOrigins)].join(' or '));
}

function foreign(context: string, given: string | string[], expected: string): Fault {
  return fault(
    'header.invalid_value',
    context,
    `${JSON.stringify(given)} is not valid; it takes ${expected}: only the page of this service may send this request`,
  );
}
