import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import type { MalformedListener } from '../../http/malformed-requests.js';
import { routeOf } from '../route-of.js';

/** One line a request. The path is logged without its query, which may hold what is nobody's business. */
export function requestLog(logger: Logger): (request: Request, response: Response, complete: boolean) => void {
  return (request, response, complete) => {
    const { state } = request;
    const line = {
      request_id: state.id,
      principal: state.principalName ?? null,
      method: request.method,
      route: routeOf(request),
      path: request.originalUrl.split('?', 1)[0],
      // A client that left before there was an answer has none.
      status: response.headersSent ? response.statusCode : null,
      ms: Math.round((performance.now() - state.startedAt) * 100) / 100,
      ...(!complete && { aborted: true }),
    };
    const { logDetail } = state;
    if (isFailure(response.statusCode, line.route)) logger.error({ ...line, err: logDetail }, 'request failed');
    else logger.info(logDetail === undefined ? line : { ...line, detail: logDetail }, 'request');
  };
}

/** The line of what no request could be made of: neither its method nor its path is known. */
export function malformedLog(logger: Logger): MalformedListener {
  return (requestId, { status, detail }) => {
    const line = { request_id: requestId, principal: null, method: null, route: 'unknown', path: null, status, ms: 0 };
    logger.info({ ...line, detail }, 'request');
  };
}

/** Anyone may ask for what is not implemented (501). The 503 of a health check is its answer, every few seconds while the service starts. */
function isFailure(status: number, route: string): boolean {
  return status >= 500 && status !== 501 && !(status === 503 && route.startsWith('/health/'));
}
