import { randomUUID } from 'node:crypto';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import helmet from 'helmet';
import type { ErrorCode } from '../../base/catalogue/error-codes.js';
import { fault, type Fault, InvalidInputError, LateBodyError } from '../../base/errors.js';
import { runInScope } from '../../base/scope/request-scope.js';
import { Deadline, readWait, type Wait, type WaitLimits } from './deadline.js';
import { sendError } from '../errors/send-error.js';

/** Called when an exchange is over. `complete` is false if the client left before the end of the answer. */
export type ExchangeListener = (request: Request, response: Response, complete: boolean) => void;

/**
 * The first middleware. Creates the id, the deadline (`Prefer: wait`) and the cancellation scope of each request, and sets the security
 * headers. Refuses malformed requests and an unacceptable `Prefer` before routing, so that the answer does not depend on the path.
 */
export function requestMiddleware(limits: WaitLimits, onEnd: ExchangeListener): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const id = randomUUID();
    for (const [name, value] of securityHeaders) response.setHeader(name, value);
    response.setHeader('X-Request-Id', id);
    const { wait, refusal } = tryAdmit(request, limits);
    const deadline = new Deadline(wait?.seconds, () => request.state.body?.isArriving === true);
    request.state = { id, startedAt: performance.now(), deadline, inputs: [], notes: [] };
    response.once('close', () => {
      deadline.end(response.writableFinished);
      onEnd(request, response, response.writableFinished);
      dropLateBody(request);
    });
    if (!wait) return sendError(response, id, refusal);
    if (wait.applied) response.setHeader('Preference-Applied', wait.applied);
    deadline.start((error) => {
      // The rest of the body is still to come, so the connection cannot be reused.
      if (error instanceof LateBodyError && !response.headersSent) response.setHeader('Connection', 'close');
      sendError(response, id, error);
    });
    runInScope({ requestId: id, signal: deadline.signal, notes: request.state.notes }, next);
  };
}

/** Discards the rest of a body for a minute after the answer: some clients read the answer only after sending everything. */
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
 * Checks the form of a request before routing, so that a hidden path of another edition is refused like an unknown one.
 * @throws InvalidInputError if the target has no path or cannot be decoded, or if Host is missing (HTTP/1.1), repeated or invalid
 */
export function requireWellFormed(request: Request): void {
  const faults = [...pathFaults(request), ...hostFaults(request)];
  if (faults.length > 0) throw new InvalidInputError(faults);
}

/** How often a header was sent. Of a header that may occur once, Node keeps only the first value. */
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
    return [fault('path.malformed', 'path', message)];
  }
  const [path = '', ...query] = originalUrl.split('?');
  return [
    ...encodingFaults('path.malformed', 'path', path),
    // Browsers and URLSearchParams accept a % that encodes nothing.
    ...encodingFaults('query.malformed', 'query', query.join('?').replaceAll(/%(?![\dA-Fa-f]{2})/g, '%25')),
  ];
}

function encodingFaults(code: ErrorCode, place: string, text: string): Fault[] {
  if (!text.includes('%')) return [];
  try {
    decodeURIComponent(text);
    return [];
  } catch {
    return [fault(code, place, `${JSON.stringify(text)} can't be decoded; it takes %XX of UTF-8`)];
  }
}

/** Reads the path as the router does. That fails for some absolute URLs and finds no path in others. */
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
    // HTTP/1.0 has no Host header.
    return request.httpVersion === '1.0' ? [] : [fault('header.missing', 'header.Host', 'is missing')];
  }
  if (timesGiven(request, 'host') > 1) return [fault('header.invalid_value', 'header.Host', 'is given several times')];
  return host.test(given)
    ? []
    : [fault('header.invalid_value', 'header.Host', `${JSON.stringify(given)} is not valid`)];
}

/** The security headers of every answer, including answers to malformed requests, which middleware never handles. */
export const securityHeaders: ReadonlyMap<string, string> = readHeaders();

/** Helmet computes the values once, because they do not depend on the request. */
function readHeaders(): Map<string, string> {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  const headers = new Map<string, string>();
  response.setHeader = (name, value) => {
    headers.set(name, String(value));
    return response;
  };
  const none = ["'none'"];
  const setHeaders = helmet({
    // The proxy that terminates TLS sets this header if it wants to.
    strictTransportSecurity: false,
    // For answers that no browser should show. The pages set their own.
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: none, baseUri: none, formAction: none, frameAncestors: none },
    },
    xFrameOptions: { action: 'deny' },
  });
  setHeaders(response.req, response, () => {});
  return headers;
}
