import { once } from 'node:events';
import type { Request } from 'express';
import { InvalidInputError, StalledBodyError } from '../../common/errors.js';
import { bodyEncoding, type BodyEncoding } from './body-encoding.js';
import { streamLimits } from './body-limit.js';
import { letBodyCome } from './let-body-come.js';
import { bodyTooLarge } from './wire-body.js';

/**
 * A body that is read while it comes, because it may be larger than memory. The time limit of the request does not run while it is
 * read; it ends where nothing comes for a while. A signature is known to be right only once all of it was read, so a handler that takes
 * one must {@link read} it to its end, or {@link prove} who sent it, before it does or tells anything.
 */
export class BodyStream {
  readonly encoding: BodyEncoding;

  /** @throws UnsupportedMediaTypeError for an encoding that is not known */
  constructor(private readonly request: Request) {
    this.encoding = bodyEncoding(request);
  }

  /** Undefined where the client does not say. */
  get announcedBytes(): number | undefined {
    const length = this.request.headers['content-length'];
    return length === undefined ? undefined : Number(length);
  }

  /**
   * The bytes as they come over the wire, each once. That it ends means that it is whole, and from who it says.
   * @throws TooLargeError, StalledBodyError; InvalidInputError where it breaks off; UnauthenticatedError
   */
  async *read(): AsyncGenerator<Buffer> {
    const { request } = this;
    const { deadline } = request.state;
    const { maxBytes, idleSeconds } = streamLimits(request);
    // Without a listener Node would throw what breaks off while nobody waits.
    request.on('error', ignore);
    deadline.pause();
    try {
      if ((this.announcedBytes ?? 0) > maxBytes) throw bodyTooLarge(maxBytes, 'MAX_UPLOAD_BYTES');
      letBodyCome(request);
      let bytes = 0;
      for await (const chunk of chunksOf(request, idleSeconds)) {
        bytes += chunk.length;
        if (bytes > maxBytes) throw bodyTooLarge(maxBytes, 'MAX_UPLOAD_BYTES');
        request.state.bodyProof?.update(chunk);
        yield chunk;
      }
      await request.state.bodyProof?.verify();
      delete request.state.bodyProof;
    } finally {
      deadline.resume();
      // What is left is thrown away: closing the connection on a client that still sends would lose it the answer.
      request.resume();
      request.off('error', ignore);
    }
  }

  /** Makes sure of who sent it, reading on where that takes the body. Nothing of it is kept. @throws as {@link read} */
  async prove(): Promise<void> {
    if (!this.request.state.bodyProof) return;
    const chunks = this.read();
    while (!(await chunks.next()).done);
  }
}

function ignore(): void {}

async function* chunksOf(request: Request, idleSeconds: number): AsyncGenerator<Buffer> {
  for (;;) {
    const chunk: unknown = request.read();
    if (Buffer.isBuffer(chunk)) yield chunk;
    else if (request.readableEnded) return;
    else if (isOver(request)) throw InvalidInputError.at('body', 'the body is not as long as the request says');
    else await somethingNew(request, idleSeconds);
  }
}

/** Whether nothing more comes: the client has gone, or was answered because what it sent is not well-formed. */
function isOver(request: Request): boolean {
  return request.destroyed || request.socket.destroyed || request.res?.writableEnded === true;
}

/** Resolves when there is more to read, or nothing any more. */
async function somethingNew(request: Request, idleSeconds: number): Promise<void> {
  const over = new AbortController();
  const { signal } = over;
  const timer = setTimeout(() => over.abort(new StalledBodyError(idleSeconds)), idleSeconds * 1000);
  try {
    const events = ['readable', 'end', 'close'].map((event) => once(request, event, { signal }));
    if (request.res) events.push(once(request.res, 'close', { signal }));
    await Promise.race(events);
  } catch (error) {
    if (!isOver(request)) throw signal.aborted ? signal.reason : error;
  } finally {
    clearTimeout(timer);
    over.abort();
  }
}
