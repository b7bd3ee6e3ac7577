import { once } from 'node:events';
import type { Request } from 'express';
import { InvalidInputError, StalledBodyError, TooLargeError } from '../../base/errors.js';
import { addressOf } from '../limits/rate-limit.guards.js';
import { streamLimits } from './body-limit.js';
import { letBodyCome } from './let-body-come.js';
import type { UnprovenBody } from './unproven-bodies.js';

/** Limit for bodies without an idle limit. On any usable line, a body that fits into memory takes less. */
const mostMs = 300_000;

export interface ReadLimits {
  readonly maxBytes: number;
  /** The setting that `maxBytes` is the value of, for the error. */
  readonly setting?: string;
  /** Seconds without a byte after which the body is given up. With it a trusted body may take any time; without, that of the request. */
  readonly idleSeconds?: number;
}

/**
 * The bytes of a body as they arrive: a signature is computed over them. A second reader continues where the first one stopped. A body
 * counts against the limit of {@link UnprovenBodies} until the exchange is over, unless its caller is trusted.
 */
export class WireStream {
  private bytes = 0;
  private isRead = false;
  private failure: { readonly error: unknown } | undefined;
  private readonly unproven: UnprovenBody | undefined;

  private constructor(private readonly request: Request) {
    if (!request.state.isBodyTrusted) this.unproven = openUnproven(request);
  }

  /** A request has one. */
  static of(request: Request): WireStream {
    return (request.state.wireStream ??= new WireStream(request));
  }

  /** Undefined where the client does not say. */
  get announcedBytes(): number | undefined {
    const length = this.request.headers['content-length'];
    return length === undefined ? undefined : Number(length);
  }

  /** Whether it is read now, and has not arrived as a whole. */
  get isArriving(): boolean {
    return this.isRead && !this.request.complete;
  }

  /** @throws TooLargeError if its announced length, or the part that has arrived, is over the limit; TooManyBytesError if others leave no room */
  requireSize({ maxBytes, setting }: ReadLimits = this.uploadLimits()): void {
    if (Math.max(this.bytes, this.announcedBytes ?? 0) > maxBytes) throw bodyTooLarge(maxBytes, setting);
    if (this.bytes === 0) this.unproven?.require(this.announcedBytes ?? 0);
  }

  /**
   * Counts what the body takes elsewhere, such as unpacked on disk, if that is more than was sent.
   * @throws TooLargeError, TooManyBytesError
   */
  hold(bytes: number): void {
    this.unproven?.hold(bytes);
  }

  /**
   * If it ends without an error, the body is complete and its signature valid.
   * @throws TooLargeError, TooManyBytesError, StalledBodyError; InvalidInputError if it breaks off; UnauthenticatedError
   */
  async *read(limits: ReadLimits = this.uploadLimits()): AsyncGenerator<Buffer> {
    const { request } = this;
    const resumeTime = this.limitTime(limits);
    // Without a listener Node would throw what breaks off while nobody waits.
    request.on('error', ignore);
    try {
      this.requireSize(limits);
      letBodyCome(request);
      this.isRead = true;
      for await (const chunk of chunksOf(request, limits.idleSeconds)) {
        this.bytes += chunk.length;
        this.requireSize(limits);
        this.hold(this.bytes);
        request.state.bodyProof?.update(chunk);
        yield chunk;
      }
      await request.state.bodyProof?.verify();
      delete request.state.bodyProof;
    } catch (error) {
      this.failure = { error };
      throw error;
    } finally {
      this.isRead = false;
      resumeTime();
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

  private uploadLimits(): ReadLimits {
    const { maxBytes, idleSeconds } = streamLimits(this.request);
    return { maxBytes, idleSeconds, setting: 'MAX_UPLOAD_BYTES' };
  }

  /** @returns a function to call when the body has arrived */
  private limitTime({ idleSeconds }: ReadLimits): () => void {
    const { request } = this;
    const { deadline } = request.state;
    if (idleSeconds === undefined || this.unproven) {
      const tooSlow = setTimeout(() => request.destroy(), mostMs).unref();
      return () => clearTimeout(tooSlow);
    }
    deadline.pause();
    return () => deadline.resume();
  }
}

/** @param setting that sets the limit, if one does */
export function bodyTooLarge(maxBytes: number, setting?: string): TooLargeError {
  const source = setting === undefined ? '' : ` (${setting})`;
  return new TooLargeError('body', `the body is larger than ${maxBytes} bytes${source}`);
}

function openUnproven(request: Request): UnprovenBody {
  const body = streamLimits(request).unproven.open(addressOf(request), request.state.claimedToken);
  // An exchange that is over closes no more: nothing would release what is counted from now on.
  if (isOver(request)) body.release();
  else request.res?.once('close', () => body.release());
  return body;
}

function ignore(): void {}

async function* chunksOf(request: Request, idleSeconds: number | undefined): AsyncGenerator<Buffer> {
  for (;;) {
    const chunk: unknown = request.read();
    if (Buffer.isBuffer(chunk)) yield chunk;
    else if (request.readableEnded) return;
    else if (isOver(request))
      throw InvalidInputError.at('body.incomplete', 'body', 'the body is not as long as the request says');
    else await somethingNew(request, idleSeconds);
  }
}

/** Whether nothing more comes: the client has gone, or was answered because what it sent is not well-formed. */
function isOver(request: Request): boolean {
  return request.destroyed || request.socket.destroyed || request.res?.writableEnded === true;
}

/** Resolves when there is more to read, or nothing any more. */
async function somethingNew(request: Request, idleSeconds: number | undefined): Promise<void> {
  const over = new AbortController();
  const { signal } = over;
  const timer =
    idleSeconds === undefined
      ? undefined
      : setTimeout(() => over.abort(new StalledBodyError(idleSeconds)), idleSeconds * 1000);
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
