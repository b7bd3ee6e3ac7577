import type { Request } from 'express';
import { WireStream } from './wire-stream.js';

const empty = Promise.resolve(Buffer.alloc(0));

/**
 * The body exactly as it came over the wire, before any decompression: what a signature is computed over. Read once, then
 * remembered. The first caller reads it, so that a request that is refused earlier costs no memory.
 * @throws TooLargeError if it passes `maxBytes`; TooManyBytesError; InvalidInputError if it is not as long as announced
 */
export function wireBody(request: Request, maxBytes: number): Promise<Buffer> {
  return (request.state.wireBody ??= hasBody(request) ? readWireBody(request, maxBytes) : empty);
}

export function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

async function readWireBody(request: Request, maxBytes: number): Promise<Buffer> {
  let whole: Buffer = Buffer.alloc(0);
  let length = 0;
  for await (const chunk of WireStream.of(request).read({ maxBytes })) {
    if (length === 0) whole = chunk;
    else {
      // Not a list of chunks: a client may send a byte at a time, and each chunk costs far more than its bytes.
      if (length + chunk.length > whole.length) whole = grown(whole, length, chunk.length);
      chunk.copy(whole, length);
    }
    length += chunk.length;
  }
  return whole.subarray(0, length);
}

/** A copy with room for `more` bytes behind the first `length`; doubling keeps the copying proportional to the body. */
function grown(whole: Buffer, length: number, more: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(Math.max(2 * length, length + more));
  whole.copy(larger, 0, 0, length);
  return larger;
}
