import { once } from 'node:events';
import type { Request } from 'express';
import { InvalidInputError, StalledBodyError } from '../../common/errors.js';
import { streamLimits } from './body-limit.js';
import { letBodyCome } from './let-body-come.js';
import { bodyTooLarge } from './wire-body.js';

/**
 * The bytes of a body that is read while it comes, as they come over the wire: what a signature is computed over. Whoever reads on
 * after another goes on where that one stopped.
 */
export class WireStream {
  private bytes = 0;
  private failure: { readonly error: unknown } | undefined;

  private constructor(private readonly request: Request) {}

  /** A request has one. */
  static of(request: Request): WireStream {
    return (request.state.wireStream ??= new WireStream(request));
  }

  /** Undefined where the client does not say. */
  get announcedBytes(): number | undefined {
    const length = this.request.headers['content-length'];
    return length === undefined ? undefined : Number(length);
  }

  /** @throws TooLargeError where it is announced, or known by now, to be over the limit */
  requireSize(): void {
    const { maxBytes } = streamLimits(this.request);
    if (Math.max(this.bytes, this.announcedBytes ?? 0) > maxBytes) throw bodyTooLarge(maxBytes, 'MAX_UPLOAD_BYTES');
  }

  /**
   * That it ends means that the body is whole, and from who it says. The time limit of the request does not run meanwhile.
   * @throws TooLargeError, StalledBodyError; InvalidInputError where it breaks off; UnauthenticatedError
   */
  async *read(): AsyncGenerator<Buffer> {
    const { request } = this;
    const { deadline } = request.state;
    // Without a listener Node would throw what breaks off while nobody waits.
    request.on('error', ignore);
    deadline.pause();
    try {
      this.requireSize();
      letBodyCome(request);
      for await (const chunk of chunksOf(request, streamLimits(request).idleSeconds)) {
        this.bytes += chunk.length;
        this.requireSize();
        request.state.bodyProof?.update(chunk);
        yield chunk;
      }
      await request.state.bodyProof?.verify();
      delete request.state.bodyProof;
    } catch (error) {
      this.failure = { error };
      throw error;
    } finally {
      deadline.resume();
      // What is left is thrown away, unless it is still to be proven: closing the connection on a client that still sends would lose it the answer.
      if (this.failure || !request.state.bodyProof) request.resume();
      request.off('error', ignore);
    }
  }

  /** Makes sure of who sent it, reading on where that takes the body. Nothing of it is kept. @throws as {@link read}, each time the same */
  async prove(): Promise<void> {
    if (this.failure) throw this.failure.error;
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
