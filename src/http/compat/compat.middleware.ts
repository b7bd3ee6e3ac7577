import type { NextFunction, Request, Response } from 'express';
import { reshaping } from './bodies.js';
import { mostResults, ourPage } from './lists.js';
import { type CompatRoute, compatRoute } from './routes.js';
import { ourPath, ourQuery } from './targets.js';
import { explainUnknownPath } from './unknown-path.js';

/** Brings a request of a client of the reference product into our form. What it signed, `originalUrl` and the bytes of the body, stays. */
export function compatMiddleware(request: Request, _response: Response, next: NextFunction): void {
  const [theirs, query] = split(request.url);
  const path = ourPath(theirs);
  const route = compatRoute(request.method, path);
  const ours = route ? queryOf(query ?? '', route) : query;
  request.url = ours === undefined || ours === '' ? path : `${path}?${ours}`;
  request.state.explainUnknownPath = explainUnknownPath;
  if (route?.list) request.state.maxLimit = mostResults;
  if (route?.body || route?.arrayBody) {
    request.state.reshapeBody = reshaping(route.body, route.arrayBody);
    // The reference product looks at the type of few bodies.
    request.headers['content-type'] ??= 'application/json';
  }
  next();
}

function queryOf(query: string, route: CompatRoute): string {
  const ours = ourQuery(query, route);
  return route.list ? ourPage(ours, route.list) : ours;
}

function split(target: string): [path: string, query?: string] {
  const mark = target.indexOf('?');
  return mark < 0 ? [target] : [target.slice(0, mark), target.slice(mark + 1)];
}
