import type { Request } from 'express';
import { type Fault, InvalidInputError } from '../base/errors.js';

/** Host and port of RFC 3986; the host may be empty. */
const host = /^([\w.~!$&'()*+,;=%-]*|\[[\da-f:.]+\])(:\d{0,5})?$/i;

/**
 * What every request has to be, whatever it asks for. Comes before it is known whether the path exists, so that a path that this
 * edition hides is refused as one that does not exist.
 * @throws InvalidInputError if the target has no path or one that can't be decoded, or if Host is missing (HTTP/1.1), given several
 * times, or not valid
 */
export function requireWellFormed(request: Request): void {
  const faults = [...pathFaults(request), ...hostFaults(request)];
  if (faults.length > 0) throw new InvalidInputError(faults);
}

/** How often a header was sent. Node keeps only the first of those that may come once. */
export function timesGiven({ rawHeaders }: Pick<Request, 'rawHeaders'>, name: string): number {
  let times = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const given = rawHeaders[index];
    if (given?.length === name.length && given.toLowerCase() === name) times += 1;
  }
  return times;
}

function pathFaults(request: Request): Fault[] {
  const { originalUrl } = request;
  if (!hasPath(request)) {
    const message = `${JSON.stringify(originalUrl)} is not valid; it takes a path such as /api/v2/self`;
    return [{ code: 'path.malformed', context: 'path', message }];
  }
  const path = originalUrl.split('?', 1)[0] ?? '';
  if (!path.includes('%')) return [];
  try {
    decodeURIComponent(path);
    return [];
  } catch {
    return [
      {
        code: 'path.malformed',
        context: 'path',
        message: `${JSON.stringify(path)} can't be decoded; it takes %XX of UTF-8`,
      },
    ];
  }
}

/** Reads the path as the router does, which fails on some absolute URLs and finds no path in others. */
function hasPath(request: Request): boolean {
  try {
    return typeof request.path === 'string';
  } catch {
    return false;
  }
}

function hostFaults(request: Request): Fault[] {
  const given = request.headers.host;
  if (given === undefined) {
    // HTTP/1.0 does not know the header.
    return request.httpVersion === '1.0'
      ? []
      : [{ code: 'header.missing', context: 'header.Host', message: 'is missing' }];
  }
  if (timesGiven(request, 'host') > 1)
    return [{ code: 'header.invalid_value', context: 'header.Host', message: 'is given several times' }];
  return host.test(given)
    ? []
    : [{ code: 'header.invalid_value', context: 'header.Host', message: `${JSON.stringify(given)} is not valid` }];
}
