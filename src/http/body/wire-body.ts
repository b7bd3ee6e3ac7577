import type { Request } from 'express';
import getRawBody from 'raw-body';
import { InvalidInputError, TooLargeError } from '../../common/errors.js';

const empty = Promise.resolve(Buffer.alloc(0));

/**
 * The body exactly as it came over the wire, before any decompression: what a signature is computed over. Read once, then
 * remembered. Whoever needs it first reads it, so that a request that is refused earlier costs no memory.
 * @throws TooLargeError where it passes `maxBytes`; InvalidInputError where the client did not send what it announced
 */
export function wireBody(request: Request, maxBytes: number): Promise<Buffer> {
  return (request.state.wireBody ??= hasBody(request) ? readWireBody(request, maxBytes) : empty);
}

function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

async function readWireBody(request: Request, maxBytes: number): Promise<Buffer> {
  try {
    return await getRawBody(request, { length: request.headers['content-length'] ?? null, limit: maxBytes });
  } catch (error) {
    if (error instanceof Error && 'type' in error) {
      if (error.type === 'entity.too.large') {
        // What is left is thrown away: closing the connection on a client that still sends would lose it the answer.
        request.resume();
        throw bodyTooLarge(maxBytes);
      }
      throw InvalidInputError.at('body', 'the body is not as long as the request says');
    }
    throw error;
  }
}

export function bodyTooLarge(maxBytes: number): TooLargeError {
  return new TooLargeError('body', `the body is larger than ${maxBytes} bytes`);
}
