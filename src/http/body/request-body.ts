import { once } from 'node:events';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import type { Request } from 'express';
import { errorCode } from '../../base/error-message.js';
import { InvalidInputError, StalledBodyError, TooLargeError, UnsupportedMediaTypeError } from '../../base/errors.js';
import { rateLimitKeyOf } from '../limits/network-of.js';
import { bodyLimits, type UnprovenBody } from './body-limits.js';
import { inTurns } from './upload-turns.js';

/** Time limit of a body without an idle limit. A body that fits into memory takes less on any usable line. */
const maxMs = 300_000;

/** Verifies the signature of a body while it arrives. */
export interface BodyVerifier {
  update(chunk: Uint8Array): void;
  /** Call after the last byte. @throws UnauthenticatedError if the signature is wrong */
  verify(): Promise<void>;
}

export interface ReadLimits {
  readonly maxBytes: number;
  /** Name of the setting behind `maxBytes`, for the error. */
  readonly setting?: string;
  /**
   * Seconds without a byte after which reading fails. With it, the time limit of the request does not apply to the body of a trusted
   * caller; without it, it does.
   */
  readonly idleSeconds?: number;
}

/** Supported content encodings by the names that clients use. */
const encodings = { identity: undefined, gzip: 'gzip', 'x-gzip': 'gzip', deflate: 'deflate', br: 'br' } as const;

const decoders = { gzip: promisify(gunzip), deflate: promisify(inflate), br: promisify(brotliDecompress) } as const;

type ContentEncoding = keyof typeof decoders;

/**
 * The body of a request, as bytes in the order in which they arrive. A signature covers these bytes, before any decompression, so it is
 * verified only at the end of the body: a handler must {@link read} to the end before it changes anything. A handler may throw earlier;
 * the error filter verifies the signature before it answers. Until then the body counts against {@link UnprovenBodies}, unless its
 * caller is trusted.
 */
export class RequestBody {
  private bytes = 0;
  private isRead = false;
  private failure: { readonly error: unknown } | undefined;
  private readonly unproven: UnprovenBody | undefined;

  private constructor(private readonly request: Request) {
    if (!request.state.isBodyTrusted) this.unproven = openUnproven(request);
  }

  /** The one instance of a request. */
  static of(request: Request): RequestBody {
    return (request.state.body ??= new RequestBody(request));
  }

  /** The value of `Content-Length`; undefined if it is absent. */
  get announcedBytes(): number | undefined {
    const length = this.request.headers['content-length'];
    return length === undefined ? undefined : Number(length);
  }

  /** Undefined for none. @throws UnsupportedMediaTypeError if it is unknown */
  get contentEncoding(): ContentEncoding | undefined {
    return contentEncodingOf(this.request);
  }

  /** True if the credentials of the caller were verified, now or recently. */
  get isTrusted(): boolean {
    return this.request.state.isBodyTrusted === true;
  }

  /** True while a reader waits for the rest of the body. */
  get isArriving(): boolean {
    return this.isRead && !this.request.complete;
  }

  /** Refuses a body before any of it is read. @throws UnsupportedMediaTypeError, TooLargeError, TooManyBytesError */
  requireAcceptable(): this {
    contentEncodingOf(this.request);
    this.requireSize();
    return this;
  }

  /** @throws TooLargeError if the announced or the received length exceeds the limit; TooManyBytesError if other bodies leave no room */
  private requireSize({ maxBytes, setting }: ReadLimits = this.uploadLimits()): void {
    if (Math.max(this.bytes, this.announcedBytes ?? 0) > maxBytes) throw bodyTooLarge(maxBytes, setting);
    if (this.bytes === 0) this.unproven?.requireRoomFor(this.announcedBytes ?? 0);
  }

  /**
   * Counts the size of the body in another form, such as unpacked on disk, if it is larger than the bytes received. Call it before
   * writing that form.
   * @throws TooLargeError, TooManyBytesError
   */
  reserve(bytes: number): void {
    this.unproven?.reserve(bytes);
  }

  /**
   * Yields each chunk once; a second reader continues after the first one. If it ends without an error, the body is complete and its
   * signature valid.
   * @throws TooLargeError, TooManyBytesError, StalledBodyError; InvalidInputError if the body breaks off; UnauthenticatedError
   */
  async *read(limits: ReadLimits = this.uploadLimits()): AsyncGenerator<Buffer> {
    const { request } = this;
    const resumeTime = this.limitTime(limits);
    const { principalName } = request.state;
    const chunks = chunksOf(request, limits.idleSeconds);
    const isUpload = limits.idleSeconds !== undefined && principalName !== undefined;
    // Without a listener, Node throws if the connection breaks while nobody reads.
    request.on('error', ignore);
    try {
      this.requireSize(limits);
      sendContinue(request);
      this.isRead = true;
      for await (const chunk of isUpload ? inTurns(chunks, principalName) : chunks) {
        this.bytes += chunk.length;
        this.requireSize(limits);
        this.reserve(this.bytes);
        request.state.bodyVerifier?.update(chunk);
        yield chunk;
      }
      await request.state.bodyVerifier?.verify();
      delete request.state.bodyVerifier;
    } catch (error) {
      this.failure = { error };
      throw error;
    } finally {
      this.isRead = false;
      resumeTime();
      // Discard the rest unless its signature is still to be verified. A client that is still sending loses the answer if we close.
      if (this.failure || !request.state.bodyVerifier) request.resume();
      request.off('error', ignore);
    }
  }

  /** Verifies the signature, and reads the rest of the body for that if necessary. @throws as {@link read}, the same error each time */
  async drainAndVerify(): Promise<void> {
    if (this.failure) throw this.failure.error;
    if (!this.request.state.bodyVerifier) return;
    const chunks = this.read();
    while (!(await chunks.next()).done);
  }

  /** All bytes in one buffer. @throws as {@link read} */
  async readAll(maxBytes: number): Promise<Buffer> {
    let whole: Buffer = Buffer.alloc(0);
    let length = 0;
    for await (const chunk of this.read({ maxBytes })) {
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

  private uploadLimits(): ReadLimits {
    const { maxUploadBytes, idleSeconds } = bodyLimits(this.request);
    return { maxBytes: maxUploadBytes, idleSeconds, setting: 'MAX_UPLOAD_BYTES' };
  }

  /** @returns a function to call when the body has arrived */
  private limitTime({ idleSeconds }: ReadLimits): () => void {
    const { request } = this;
    const { deadline } = request.state;
    if (idleSeconds === undefined || this.unproven) {
      const tooSlow = setTimeout(() => request.destroy(), maxMs).unref();
      return () => clearTimeout(tooSlow);
    }
    deadline.pause();
    return () => deadline.resume();
  }
}

const empty = Promise.resolve(Buffer.alloc(0));

/**
 * The body exactly as received: a signature is computed over it. The first caller reads it, so that a request that is refused earlier
 * costs no memory.
 * @param maxBytes the limit of the app if absent
 * @throws TooLargeError if it exceeds `maxBytes`; TooManyBytesError; InvalidInputError if it is shorter than announced
 */
export function wireBody(request: Request, maxBytes?: number): Promise<Buffer> {
  const read = () => RequestBody.of(request).readAll(maxBytes ?? bodyLimits(request).maxBodyBytes);
  return (request.state.wireBody ??= hasBody(request) ? read() : empty);
}

/**
 * The body after its content encoding is undone.
 * @throws UnsupportedMediaTypeError for an unknown encoding; TooLargeError if it exceeds `maxBytes` before or after decompression
 */
export async function decodedBody(request: Request, maxBytes = bodyLimits(request).maxBodyBytes): Promise<Buffer> {
  const wire = await wireBody(request, maxBytes);
  // A signature was computed over a body up to the limit of the app.
  if (wire.length > maxBytes) throw bodyTooLarge(maxBytes);
  if (wire.length === 0) return wire;
  const { contentEncoding } = RequestBody.of(request);
  if (contentEncoding === undefined) return wire;
  try {
    return await decoders[contentEncoding](wire, { maxOutputLength: maxBytes });
  } catch (error) {
    if (errorCode(error) === 'ERR_BUFFER_TOO_LARGE') throw bodyTooLarge(maxBytes);
    throw InvalidInputError.at('body.invalid_encoding', 'body', `the body is not valid ${contentEncoding}`);
  }
}

export function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** The media type without its parameters, in lower case: `application/json`. Undefined if it is absent. */
export function mediaType({ headers }: Pick<Request, 'headers'>): string | undefined {
  return headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
}

function contentEncodingOf({ headers }: Request): ContentEncoding | undefined {
  const name = (headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (isEncoding(name)) return encodings[name];
  const known = Object.keys(encodings).slice(1).join(', ');
  throw new UnsupportedMediaTypeError('body.unsupported_encoding', `${name} is not supported; supported are ${known}`);
}

function isEncoding(name: string): name is keyof typeof encodings {
  return Object.hasOwn(encodings, name);
}

function bodyTooLarge(maxBytes: number, setting?: string): TooLargeError {
  const source = setting === undefined ? '' : ` (${setting})`;
  return new TooLargeError('body', `the body is larger than ${maxBytes} bytes${source}`);
}

/** Sends `100 Continue` if the client waits for it. Only readers of the body do so: a refused client need not send it. */
function sendContinue({ headers, res }: Request): void {
  if (res && !res.headersSent && /(?:^|\W)100-continue(?:$|\W)/i.test(headers.expect ?? '')) res.writeContinue();
}

function openUnproven(request: Request): UnprovenBody {
  const body = bodyLimits(request).unproven.open(rateLimitKeyOf(request), request.state.claimedToken);
  // If the exchange is over already, no 'close' follows that would release the bytes.
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
    else await nextEvent(request, idleSeconds);
  }
}

/** True if no more bytes follow: the client has gone, or was answered because its request was malformed. */
function isOver(request: Request): boolean {
  return request.destroyed || request.socket.destroyed || request.res?.writableEnded === true;
}

/** Resolves when there is more to read or the exchange has ended. @throws StalledBodyError after `idleSeconds` */
async function nextEvent(request: Request, idleSeconds: number | undefined): Promise<void> {
  const over = new AbortController();
  const { signal } = over;
  const timer =
    idleSeconds === undefined
      ? undefined
      : setTimeout(() => over.abort(new StalledBodyError(`nothing came for ${idleSeconds} s`)), idleSeconds * 1000);
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

/** A copy with room for `more` bytes after the first `length`. Doubling keeps the copying proportional to the body. */
function grown(whole: Buffer, length: number, more: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(Math.max(2 * length, length + more));
  whole.copy(larger, 0, 0, length);
  return larger;
}
