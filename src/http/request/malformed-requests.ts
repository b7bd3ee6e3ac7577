import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Response } from 'express';
import { errorCode } from '../../base/error-message.js';
import type { ErrorCode } from '../../base/catalogue/error-codes.js';
import { AppError, fault } from '../../base/errors.js';
import { envelopeOf, sendError } from '../errors/send-error.js';
import { securityHeaders } from './request.middleware.js';
import { ignoreRest } from './request-turns.js';

/** The bytes received are not a complete HTTP request. */
export class MalformedRequestError extends AppError {
  constructor(
    readonly status: number,
    code: ErrorCode,
    message: string,
    /** Node's name of the fault, for the log. */
    readonly detail: string,
  ) {
    super([fault(code, 'request', message)]);
  }
}

/** Called after the answer to bytes that are not a request. */
export type MalformedListener = (requestId: string, error: MalformedRequestError) => void;

/**
 * Answers with the error envelope if Node refuses the bytes of a connection before there is a request: a malformed request line, too
 * large headers, a body that contradicts its length. Expectations other than `100-continue` are ignored (RFC 9110, section 10.1.1).
 */
export function answerMalformedRequests(server: Server, onMalformed: MalformedListener, hasCodes: boolean): void {
  const responses = new WeakMap<Duplex, ServerResponse>();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => responses.set(request.socket, response));
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    server.emit('request', request, response);
  });
  server.on('clientError', (error: Error, socket: Duplex) => {
    ignoreRest(socket);
    const response = responses.get(socket);
    const malformed = describe(error);
    const refuse = () => {
      if (socket.writable) onMalformed(sendRaw(socket, malformed, hasCodes), malformed);
    };
    const refuseBody = (it: ServerResponse) => (isOurs(it) ? refuseOpen(it, malformed) : refuse());
    if (errorCode(error) === 'ECONNRESET' || !socket.writable) socket.destroy();
    else if (!response) refuse();
    else if (!response.req.complete) {
      if (isOurs(response) || response.socket) refuseBody(response);
      // It waits for its turn, and earlier answers are sent before its refusal.
      else response.once('socket', () => refuseBody(response));
    } else if (response.writableFinished) refuse();
    else response.once('finish', refuse);
  });
}

/** For a fault in the body of a request. The request may have its answer already. */
function refuseOpen(response: Response, malformed: MalformedRequestError): void {
  if (response.headersSent) {
    response.req.socket.destroy();
    return;
  }
  const { state } = response.req;
  state.logDetail ??= malformed.detail;
  response.setHeader('Connection', 'close');
  sendError(response, state.id, malformed);
}

function isOurs(response: ServerResponse): response is Response {
  return 'state' in response.req;
}

/** @returns the request id of the answer */
function sendRaw(socket: Duplex, malformed: MalformedRequestError, hasCodes: boolean): string {
  const requestId = randomUUID();
  const body = JSON.stringify(envelopeOf(malformed.status, malformed.faults, requestId, hasCodes));
  const head = [
    `HTTP/1.1 ${malformed.status} ${STATUS_CODES[malformed.status] ?? ''}`,
    `X-Request-Id: ${requestId}`,
    ...[...securityHeaders].map(([name, value]) => `${name}: ${value}`),
    'Cache-Control: no-store',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
  return requestId;
}

function describe(error: Error): MalformedRequestError {
  const code = errorCode(error) ?? error.message;
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new MalformedRequestError(
        431,
        'request.too_large',
        'the request line and the headers are larger than this service takes',
        code,
      );
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new MalformedRequestError(
        413,
        'request.too_large',
        'the extensions of a chunk are larger than this service takes',
        code,
      );
    case 'HPE_INVALID_URL':
      return new MalformedRequestError(400, 'request.malformed', unencodedLetters(error) ?? notWellFormed, code);
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new MalformedRequestError(408, 'request.too_slow', 'the request did not arrive in time', code);
    default:
      return new MalformedRequestError(400, 'request.malformed', notWellFormed, code);
  }
}

const notWellFormed = 'this is not a well-formed request of HTTP/1.1';

/** The letters of the address at which the parser stopped, in UTF-8 or Latin-1, and how to send them. */
function unencodedLetters(error: Error): string | undefined {
  if (!('rawPacket' in error && Buffer.isBuffer(error.rawPacket) && 'bytesParsed' in error)) return undefined;
  const rest = error.rawPacket.subarray(Number(error.bytesParsed));
  const end = rest.findIndex((byte) => byte < 0x80);
  if (end < 1) return undefined;
  const [utf8, latin1] = [rest.toString('utf8', 0, end), rest.toString('latin1', 0, end)];
  const letters = utf8.includes('\uFFFD') ? latin1 : utf8;
  return `the address has ${JSON.stringify(letters)}; percent-encode it as ${encodeURIComponent(letters)}`;
}
