import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Request, RequestHandler } from 'express';

interface Content {
  readonly bytes: Buffer;
  readonly etag: string;
}

/** Serves a file that does not change while the process runs. It is compressed once, by the first request that accepts gzip. */
export function serveFile(path: string): RequestHandler {
  let plain: Promise<Content> | undefined;
  let compressed: Promise<Content> | undefined;
  const isText = extname(path) !== '.png';
  return async (request, response) => {
    const isCompressed = isText && acceptsGzip(request);
    plain ??= readFile(path).then(contentOf);
    if (isCompressed) compressed ??= plain.then(({ bytes }) => promisify(gzip)(bytes, { level: 9 })).then(contentOf);
    const { bytes, etag } = await (isCompressed && compressed ? compressed : plain);
    response.type(extname(path)).setHeader('Cache-Control', 'public, max-age=86400');
    response.setHeader('ETag', etag);
    if (isText) response.vary('Accept-Encoding');
    if (isCompressed) response.setHeader('Content-Encoding', 'gzip');
    response.send(bytes);
  };
}

function acceptsGzip(request: Request): boolean {
  return request.headers['accept-encoding'] !== undefined && request.acceptsEncodings('gzip') === 'gzip';
}

function contentOf(bytes: Buffer): Content {
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"` };
}
