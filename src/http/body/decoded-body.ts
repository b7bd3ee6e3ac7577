import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import type { Request } from 'express';
import { errorCode } from '../../base/error-message.js';
import { InvalidInputError } from '../../base/errors.js';
import { bodyEncoding } from './body-encoding.js';
import { wireBody } from './wire-body.js';
import { bodyTooLarge } from './wire-stream.js';

const decoders = {
  gzip: promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
} as const;

/**
 * The body after its content encoding is undone.
 * @throws UnsupportedMediaTypeError for an encoding that is not known; TooLargeError where it grows past `maxBytes`
 */
export async function decodedBody(request: Request, maxBytes: number): Promise<Buffer> {
  const wire = await wireBody(request, maxBytes);
  if (wire.length === 0) return wire;
  const encoding = bodyEncoding(request);
  if (encoding === 'identity') return wire;
  try {
    return await decoders[encoding](wire, { maxOutputLength: maxBytes });
  } catch (error) {
    if (errorCode(error) === 'ERR_BUFFER_TOO_LARGE') throw bodyTooLarge(maxBytes);
    throw InvalidInputError.at('body.invalid_encoding', 'body', `the body is not valid ${encoding}`);
  }
}
