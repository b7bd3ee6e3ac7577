import type { NextFunction, Request, Response } from 'express';
import { reshaping } from './bodies.js';
import { compatRoute } from './routes.js';
import { ourPath, ourQuery } from './targets.js';
import { explainUnknownPath } from './unknown-path.js';

/** Brings a request of a client of the reference product into our form. What it signed, `originalUrl` and the bytes of the body, stays. */
export function compatMiddleware(request: Request, _response: Response, next: NextFunction): void {
  const [theirs, query] = split(request.url);
  const path = ourPath(theirs);
  const route = compatRoute(request.method, path);
  const ours = query !== undefined && route?.filters ? ourQuery(query, route.filters) : query;
  request.url = ours === undefined ? path : `${path}?${ours}`;
  request.state.explainUnknownPath = explainUnknownPath;
  if (route?.body) {
    request.state.reshapeBody = reshaping(route.body);
    // The reference product looks at the type of few bodies.
    request.headers['content-type'] ??= 'application/json';
  }
  next();
}

function split(target: string): [path: string, query?: string] {
  const mark = target.indexOf('?');
  return mark < 0 ? [target] : [target.slice(0, mark), target.slice(mark + 1)];
}
