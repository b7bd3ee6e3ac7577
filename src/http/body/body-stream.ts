import type { Request } from 'express';
import { bodyEncoding, type BodyEncoding } from './body-encoding.js';
import { WireStream } from './wire-stream.js';

/**
 * A body that is read while it comes, because it may be larger than memory. The time limit of the request does not run while that of a
 * trusted caller is read; it ends where nothing comes for a while. A signature is known to be right only once all of it was read, so a handler that takes
 * one must {@link read} it to its end before it does anything. It may throw at any time: the filter of errors tells nobody why before
 * it is proven who asks.
 */
export class BodyStream {
  /** How it is packed for its way here, if it is. */
  readonly packing: Exclude<BodyEncoding, 'identity'> | undefined;
  private readonly wire: WireStream;

  /** @throws UnsupportedMediaTypeError for an encoding that is not known; TooLargeError where it is announced to be over the limit; TooManyBytesError */
  constructor(request: Request) {
    const encoding = bodyEncoding(request);
    this.packing = encoding === 'identity' ? undefined : encoding;
    this.wire = WireStream.of(request);
    this.wire.requireSize();
  }

  /** Undefined where the client does not say. */
  get announcedBytes(): number | undefined {
    return this.wire.announcedBytes;
  }

  /**
   * The bytes as they come over the wire, each once. That it ends means that it is whole, and from who it says.
   * @throws TooLargeError, TooManyBytesError, StalledBodyError; InvalidInputError where it breaks off; UnauthenticatedError
   */
  read(): AsyncGenerator<Buffer> {
    return this.wire.read();
  }

  /**
   * To be called before what the body unpacks to is written anywhere, with its size so far: it counts for callers who are not trusted.
   * @throws TooLargeError, TooManyBytesError
   */
  hold(bytes: number): void {
    this.wire.hold(bytes);
  }
}
