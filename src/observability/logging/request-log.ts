import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import type { MalformedListener } from '../../http/request/malformed-requests.js';

/** Logs one line per request. The path is logged without its query, which can contain personal data. */
export function requestLog(logger: Logger): (request: Request, response: Response, complete: boolean) => void {
  return (request, response, complete) => {
    const { state } = request;
    const line = {
      request_id: state.id,
      principal: state.principalName ?? null,
      method: request.method,
      route: routeOf(request),
      path: request.originalUrl.split('?', 1)[0],
      // A client that disconnected before the response has no status.
      status: response.headersSent ? response.statusCode : null,
      ms: Math.round((performance.now() - state.startedAt) * 100) / 100,
      ...(!complete && { aborted: true }),
    };
    const { logDetail } = state;
    if (isFailure(response.statusCode, line.route)) logger.error({ ...line, err: logDetail }, 'request failed');
    else logger.info(logDetail === undefined ? line : { ...line, detail: logDetail }, 'request');
  };
}

/** Logs bytes that could not be parsed as a request. Method and path are unknown. */
export function malformedLog(logger: Logger): MalformedListener {
  return (requestId, { status, detail }) => {
    const line = { request_id: requestId, principal: null, method: null, route: 'unknown', path: null, status, ms: 0 };
    logger.info({ ...line, detail }, 'request');
  };
}

/** Neither 501, which any client can provoke, nor the 503 of a health check, which repeats every few seconds at start-up, is a failure. */
function isFailure(status: number, route: string): boolean {
  return status >= 500 && status !== 501 && !(status === 503 && route.startsWith('/health/'));
}

/** The pattern of the matched route, such as `/api/v2/asset-groups/:asset_group_id`; `unknown` without a match. */
export function routeOf(request: Request): string {
  const route: unknown = request.route;
  return typeof route === 'object' && route !== null && 'path' in route ? String(route.path) : 'unknown';
}
