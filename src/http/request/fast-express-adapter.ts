import http from 'node:http';
import { gzip } from 'node:zlib';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express, Response } from 'express';
import { JsonText } from '../json-text.js';

/** Setting of the Express app: from how many characters on an answer is compressed, for clients that accept it. */
export const COMPRESS_FROM = 'compress from';

/** Setting of the Express app: refuses a request whose target has no path. The router passes such a request over. */
export const UNROUTED = 'unrouted';

/** gzip at its middle level costs twice the time and saves a tenth of the bytes. */
const level = 4;

/**
 * Express as Nest's platform, less what it wastes: on Node 20 and 22 four fifths of its time go into
 * `Object.setPrototypeOf` on every request and response, which drops V8's fast object shapes (docs/performance.md). Objects that are
 * born with the prototype that Express is about to set make that call do nothing.
 */
export class FastExpressAdapter extends ExpressAdapter {
  override initHttpServer(): void {
    const app: Express = this.getInstance();
    class Incoming extends http.IncomingMessage {}
    class Outgoing<R extends http.IncomingMessage> extends http.ServerResponse<R> {}
    Object.setPrototypeOf(Incoming.prototype, app.request);
    Object.setPrototypeOf(Outgoing.prototype, app.response);
    Reflect.set(app, 'request', Incoming.prototype);
    Reflect.set(app, 'response', Outgoing.prototype);
    const options = { IncomingMessage: Incoming, ServerResponse: Outgoing, keepAliveTimeout: 65_000 };
    // A missing Host is refused by requireWellFormed, in the error envelope.
    // An upload takes what time it takes; bodies have limits of their own (body-stream.ts, wire-body.ts, request.middleware.ts).
    const times = { requestTimeout: 0, headersTimeout: 60_000 };
    const server = http.createServer({ ...options, ...times, requireHostHeader: false }, (request, response) => {
      const refuse = () => app.get(UNROUTED)(request, response);
      Reflect.apply(app, undefined, [request, response, refuse]);
    });
    // Answered by whoever reads the body (let-body-come.ts), not for everybody.
    server.on('checkContinue', (request, response) => server.emit('request', request, response));
    this.setHttpServer(server);
  }

  /** JSON straight to the socket: no ETag, no second look at the type. Anything but an object or no body is left to Nest. */
  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    if (response.headersSent) return undefined;
    if (body === undefined || body === null || typeof body !== 'object' || 'getStream' in body) {
      return super.reply(response, body, statusCode);
    }
    if (statusCode !== undefined) response.statusCode = statusCode;
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    const text = body instanceof JsonText ? body.take() : JSON.stringify(body);
    return text.length < response.app.get(COMPRESS_FROM) ? send(response, text) : sendLarge(response, text);
  }
}

/**
 * For text of as many bytes as characters. By this name Node neither encodes it nor joins it to the headers, as it does for `utf8`
 * and `latin1`: two copies less of a large answer.
 */
const ascii = 'binary';

function send(response: Response, content: string | Buffer): void {
  response.setHeader('Cache-Control', 'no-store');
  const bytes = Buffer.byteLength(content);
  response.setHeader('Content-Length', bytes);
  if (response.req.method === 'HEAD') response.end();
  else response.end(content, bytes === content.length ? ascii : 'utf8');
}

/** Compresses off the event loop where the client accepts that. */
function sendLarge(response: Response, text: string): void {
  response.setHeader('Vary', 'Accept-Encoding');
  if (response.req.headers['accept-encoding'] === undefined || !response.req.acceptsEncodings('gzip')) {
    send(response, text);
    return;
  }
  gzip(text, { level }, (error, compressed) => {
    // The deadline may have answered meanwhile.
    if (response.headersSent) return;
    if (!error) response.setHeader('Content-Encoding', 'gzip');
    send(response, error ? text : compressed);
  });
}
