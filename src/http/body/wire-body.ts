import type { Request } from 'express';
import getRawBody from 'raw-body';
import { InvalidInputError, TooLargeError } from '../../common/errors.js';
import { letBodyCome } from './let-body-come.js';

/** However slowly a body comes: longer than any that fits into memory takes on a line that deserves the name. */
const mostMs = 300_000;

const empty = Promise.resolve(Buffer.alloc(0));

/**
 * The body exactly as it came over the wire, before any decompression: what a signature is computed over. Read once, then
 * remembered. Whoever needs it first reads it, so that a request that is refused earlier costs no memory.
 * @throws TooLargeError where it passes `maxBytes`; InvalidInputError where the client did not send what it announced
 */
export function wireBody(request: Request, maxBytes: number): Promise<Buffer> {
  return (request.state.wireBody ??= hasBody(request) ? readWireBody(request, maxBytes) : empty);
}

export function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

async function readWireBody(request: Request, maxBytes: number): Promise<Buffer> {
  letBodyCome(request);
  const tooSlow = setTimeout(() => request.destroy(), mostMs).unref();
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
  } finally {
    clearTimeout(tooSlow);
  }
}

/** @param setting that it is a limit of, where it is one */
export function bodyTooLarge(maxBytes: number, setting?: string): TooLargeError {
  const source = setting === undefined ? '' : ` (${setting})`;
  return new TooLargeError('body', `the body is larger than ${maxBytes} bytes${source}`);
}
