import http from 'node:http';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { gzip } from 'node:zlib';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express, Response } from 'express';
import { FileAnswer, fileType } from '../file-answer.js';
import { JsonParts, JsonStream, JsonText } from '../json-text.js';
import { endIfNotTaken, streamAnswer, streamParts } from '../stream-answer.js';
import { CsvBody, setCsvHeaders } from '../csv/csv-body.js';
import { RequestTurns } from './request-turns.js';
import { basisMembers, readBasis, withMembers } from '../notes/graph-notes.js';

/** Setting of the Express app: shortest answer, in characters, that is compressed if the client accepts gzip. */
export const COMPRESS_FROM = 'compress from';

/** Setting of the Express app: the handler of requests without a path, which the router ignores. */
export const UNROUTED = 'unrouted';

const jsonType = 'application/json; charset=utf-8';

/** The default level 6 takes twice the time and saves a tenth of the bytes. */
const level = 4;

/** Bytes of a shorter answer are compressed at once, which needs a third less CPU than streams. */
const streamedFrom = 256 * 1024;

/**
 * Express without `Object.setPrototypeOf` on every request and response. On Node 20 and 22 that call takes four fifths of Express's
 * time, because V8 drops its fast object shapes (docs/performance.md). It does nothing if the objects have the prototype already.
 */
export class FastExpressAdapter extends ExpressAdapter {
  override initHttpServer(): void {
    const app: Express = this.getInstance();
    class Incoming extends http.IncomingMessage {}
    class Outgoing<R extends http.IncomingMessage> extends http.ServerResponse<R> {}
    Object.setPrototypeOf(Incoming.prototype, app.request);
    Object.setPrototypeOf(Outgoing.prototype, app.response);
    // Every part of the service that waits for the end of an answer listens, and so do the streams of a large one.
    Outgoing.prototype.setMaxListeners(20);
    Reflect.set(app, 'request', Incoming.prototype);
    Reflect.set(app, 'response', Outgoing.prototype);
    const options = { IncomingMessage: Incoming, ServerResponse: Outgoing, keepAliveTimeout: 65_000 };
    // requireWellFormed refuses a missing Host, in the error envelope.
    // Bodies have time limits of their own (request-body.ts, request.middleware.ts).
    const times = { requestTimeout: 0, headersTimeout: 60_000 };
    const turns = new RequestTurns();
    const server = http.createServer({ ...options, ...times, requireHostHeader: false }, (request, response) => {
      const refuse = () => app.get(UNROUTED)(request, response);
      const handle = () => Reflect.apply(app, undefined, [request, response, refuse]);
      turns.add({ request, response, handle });
    });
    turns.watch(server);
    // The reader of the body sends 100 Continue (request-body.ts), so that a refused client sends none.
    server.on('checkContinue', (request, response) => server.emit('request', request, response));
    this.setHttpServer(server);
  }

  /** Sends CSV as it is read, large answers in parts, and anything else at once. */
  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    if (response.req.state.basis) return this.replyOnBasis(response, body, statusCode);
    return this.replyWhole(response, body, statusCode);
  }

  private async replyOnBasis(response: Response, body: unknown, statusCode?: number): Promise<unknown> {
    const members = basisMembers(response.req, await readBasis(response));
    const told = (it: unknown) => (members ? withMembers(it, members) : it);
    return this.replyWhole(response, body instanceof CsvBody ? body.mapped(told) : told(body), statusCode);
  }

  private replyWhole(response: Response, body: unknown, statusCode?: number): unknown {
    // The deadline may have answered in the meantime.
    if (response.headersSent) return undefined;
    if (body instanceof JsonParts) return sendParts(response, body, statusCode);
    if (body instanceof JsonStream) return sendStream(response, body.parts, jsonType);
    if (body instanceof FileAnswer) return sendFile(response, body);
    if (!(body instanceof CsvBody)) return this.replyAtOnce(response, body, statusCode);
    return body.send(response, (page) => this.replyWhole(response, page, statusCode));
  }

  /** Writes JSON to the socket without an ETag or a second content negotiation. Nest handles all bodies but objects. */
  private replyAtOnce(response: Response, body: unknown, statusCode?: number): unknown {
    if (body === undefined || body === null || typeof body !== 'object' || 'getStream' in body) {
      return super.reply(response, body, statusCode);
    }
    if (statusCode !== undefined) response.statusCode = statusCode;
    if (!response.hasHeader('Content-Type')) response.setHeader('Content-Type', jsonType);
    const text = body instanceof JsonText ? body.take() : JSON.stringify(body);
    return text.length < response.app.get(COMPRESS_FROM) ? send(response, text) : sendLarge(response, text);
  }
}

/**
 * The encoding of text with as many bytes as characters. With `utf8` and `latin1`, Node encodes the text and joins it to the headers:
 * two more copies of a large answer.
 */
const ascii = 'binary';

function send(response: Response, content: string | Buffer): void {
  response.setHeader('Cache-Control', 'no-store');
  const bytes = Buffer.byteLength(content);
  response.setHeader('Content-Length', bytes);
  if (response.req.method === 'HEAD') response.end();
  else response.end(content, bytes === content.length ? ascii : 'utf8');
}

async function sendParts(response: Response, { parts, bytes, isCsv }: JsonParts, statusCode?: number): Promise<void> {
  if (statusCode !== undefined) response.statusCode = statusCode;
  if (isCsv) setCsvHeaders(response);
  else response.setHeader('Content-Type', jsonType);
  const isShort = bytes < response.app.get(COMPRESS_FROM) || response.req.method === 'HEAD';
  if (isShort || bytes < streamedFrom) {
    const content = Buffer.concat([...parts]);
    if (isShort) send(response, content);
    else sendLarge(response, content);
    return;
  }
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Content-Length', bytes);
  await streamAnswer(response, Readable.from(inTurns(parts)), level);
}

/** Bytes that are sent before other requests have their turn. */
const bytesAtOnce = 256 * 1024;

/** Joins small parts. A fast reader takes each part at once, so that the event loop would send nothing else. */
async function* inTurns(parts: Iterable<Uint8Array>): AsyncGenerator<Buffer> {
  let some: Uint8Array[] = [];
  let bytes = 0;
  for (const part of parts) {
    some.push(part);
    bytes += part.length;
    if (bytes < bytesAtOnce) continue;
    yield Buffer.concat(some);
    [some, bytes] = [[], 0];
    await setImmediate();
  }
  yield Buffer.concat(some);
}

async function sendFile(response: Response, { name, parts }: FileAnswer): Promise<void> {
  response.attachment(name);
  await sendStream(response, parts, fileType);
}

async function sendStream<Part extends string | Buffer>(
  response: Response,
  parts: AsyncGenerator<Part, void, undefined>,
  type: string,
): Promise<void> {
  const { value: first } = await parts.next();
  response.setHeader('Content-Type', type);
  response.setHeader('Cache-Control', 'no-store');
  if (response.req.method === 'HEAD') {
    await parts.return();
    response.end();
    return;
  }
  await streamParts(response, precededBy(first ?? '', parts), level);
}

async function* precededBy<Part>(first: Part | '', parts: AsyncGenerator<Part>): AsyncGenerator<Part | ''> {
  yield first;
  yield* parts;
}

/** Compresses outside the event loop if the client accepts gzip. */
function sendLarge(response: Response, text: string | Buffer): void {
  endIfNotTaken(response);
  response.vary('Accept-Encoding');
  if (response.req.headers['accept-encoding'] === undefined || !response.req.acceptsEncodings('gzip')) {
    send(response, text);
    return;
  }
  gzip(text, { level }, (error, compressed) => {
    // The deadline may have answered in the meantime.
    if (response.headersSent) return;
    if (!error) response.setHeader('Content-Encoding', 'gzip');
    send(response, error ? text : compressed);
  });
}
