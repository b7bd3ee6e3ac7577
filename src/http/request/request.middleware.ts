import { randomUUID } from 'node:crypto';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import helmet from 'helmet';
import { type Fault, InvalidInputError, LateBodyError } from '../../base/errors.js';
import { runInScope } from '../../base/request-scope.js';
import { Deadline, readWait, type Wait, type WaitLimits } from './deadline.js';
import { sendError } from '../errors/send-error.js';

/** Called when an exchange is over, whether the answer was complete or the client left. */
export type ExchangeListener = (request: Request, response: Response, complete: boolean) => void;

/**
 * First in line: gives each request its id, its deadline (`Prefer: wait`) and the scope by which its statements are cancelled.
 * Sets the security headers before any answer can be sent.
 * What is malformed, and a `Prefer` that can't be honoured, is refused here, before it is known whether the path exists.
 */
export function requestMiddleware(limits: WaitLimits, onEnd: ExchangeListener): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const id = randomUUID();
    for (const [name, value] of securityHeaders) response.setHeader(name, value);
    response.setHeader('X-Request-Id', id);
    const { wait, refusal } = tryAdmit(request, limits);
    const deadline = new Deadline(wait?.seconds, () => request.state.body?.isArriving === true);
    request.state = { id, startedAt: performance.now(), deadline, inputs: [] };
    response.once('close', () => {
      deadline.end(response.writableFinished);
      onEnd(request, response, response.writableFinished);
      dropLateBody(request);
    });
    if (!wait) return sendError(response, id, refusal);
    if (wait.applied) response.setHeader('Preference-Applied', wait.applied);
    deadline.start((error) => {
      // The connection can't be used again before the rest of the body has come.
      if (error instanceof LateBodyError && !response.headersSent) response.setHeader('Connection', 'close');
      sendError(response, id, error);
    });
    runInScope({ requestId: id, signal: deadline.signal }, next);
  };
}

/** What the client still sends when it has its answer is thrown away, for a while: it may read the answer only then. */
const lateBodyMs = 60_000;

function dropLateBody(request: Request): void {
  if (request.complete || request.socket.destroyed) return;
  request.resume();
  const timer = setTimeout(() => request.socket.destroy(), lateBodyMs).unref();
  request.once('close', () => clearTimeout(timer));
}

function tryAdmit(request: Request, limits: WaitLimits): { wait?: Wait; refusal?: unknown } {
  try {
    requireWellFormed(request);
    const header = request.headers['prefer'];
    return { wait: readWait(Array.isArray(header) ? header.join(',') : header, limits) };
  } catch (refusal) {
    return { refusal };
  }
}

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

/** The security headers of every answer, also of those for which there is no request that middleware could handle. */
export const securityHeaders: ReadonlyMap<string, string> = readHeaders();

/** The values depend on no request, so helmet computes them once. */
function readHeaders(): Map<string, string> {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  const headers = new Map<string, string>();
  response.setHeader = (name, value) => {
    headers.set(name, String(value));
    return response;
  };
  const setHeaders = helmet({
    // The service itself speaks HTTP: the proxy that adds TLS decides on this header.
    strictTransportSecurity: false,
    contentSecurityPolicy: { useDefaults: true, directives: { upgradeInsecureRequests: null } },
  });
  setHeaders(response.req, response, () => {});
  return headers;
}
