import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import type { Request } from 'express';
import { errorCode } from '../../common/error-code.js';
import { InvalidInputError, UnsupportedMediaTypeError } from '../../common/errors.js';
import { bodyTooLarge, wireBody } from './wire-body.js';

const decoders = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
} as const;

/**
 * The body after its content encoding is undone.
 * @throws UnsupportedMediaTypeError for an encoding that is not known; TooLargeError where it grows past `maxBytes`
 */
export async function decodedBody(request: Request, maxBytes: number): Promise<Buffer> {
  const wire = await wireBody(request, maxBytes);
  const encoding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity' || wire.length === 0) return wire;
  if (!isKnown(encoding)) {
    const known = Object.keys(decoders).join(', ');
    throw new UnsupportedMediaTypeError(
      'header.Content-Encoding',
      `${encoding} is not supported; supported are ${known}`,
    );
  }
  try {
    return await decoders[encoding](wire, { maxOutputLength: maxBytes });
  } catch (error) {
    if (errorCode(error) === 'ERR_BUFFER_TOO_LARGE') throw bodyTooLarge(maxBytes);
    throw InvalidInputError.at('body', `the body is not valid ${encoding}`);
  }
}

function isKnown(encoding: string): encoding is keyof typeof decoders {
  return Object.hasOwn(decoders, encoding);
}
