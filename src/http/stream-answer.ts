import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Response } from 'express';

/** Setting of the Express app: milliseconds after which a large answer ends if its reader takes nothing. */
export const READER_TIMEOUT = 'reader timeout';

/** Sends an answer as fast as its reader takes it, compressed if the client accepts that. Headers are set already. */
export async function streamAnswer(response: Response, content: Readable, gzipLevel?: number): Promise<void> {
  response.vary('Accept-Encoding');
  endIfNotTaken(response);
  const { req: request } = response;
  try {
    if (request.headers['accept-encoding'] !== undefined && request.acceptsEncodings('gzip')) {
      response.removeHeader('Content-Length');
      response.setHeader('Content-Encoding', 'gzip');
      await pipeline(content, createGzip(gzipLevel === undefined ? {} : { level: gzipLevel }), response);
    } else await pipeline(content, response);
  } catch (error) {
    request.state.logDetail ??= error;
  }
}

/**
 * Sends parts as they are made. The connection is closed if a later part fails, so that no client takes a part for the whole, and at the
 * time limit of the request.
 */
export async function streamParts(
  response: Response,
  parts: AsyncIterable<string | Buffer>,
  gzipLevel?: number,
): Promise<void> {
  response.req.state.deadline.signal.addEventListener('abort', () => response.destroy());
  await streamAnswer(response, Readable.from(parts), gzipLevel);
}

/**
 * Ends the answer if its reader takes nothing for a while, because it is kept in memory until then. Node starts the time again with each
 * part that the reader takes.
 */
export function endIfNotTaken(response: Response): void {
  const milliseconds: number = response.app.get(READER_TIMEOUT);
  response.setTimeout(milliseconds, () => {
    // Else the answer waits for the service, not for its reader.
    if (response.writableLength === 0) return;
    response.req.state.logDetail ??= `the reader took nothing for ${milliseconds / 1000} s`;
    response.destroy();
  });
}
