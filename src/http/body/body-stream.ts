import type { Request } from 'express';
import { bodyEncoding, type BodyEncoding } from './body-encoding.js';
import { WireStream } from './wire-stream.js';

/**
 * A body that is read as a stream, because it may be larger than memory. While the body of a trusted caller is read, the time limit of
 * the request does not run; an idle limit does. A signature is verified only at the end of the body, so a handler must {@link read} it
 * to its end before it changes anything. A handler may throw at any time: the error filter answers with the reason only after the
 * signature is verified.
 */
export class BodyStream {
  /** How it is packed for its way here, if it is. */
  readonly packing: Exclude<BodyEncoding, 'identity'> | undefined;
  private readonly wire: WireStream;

  /** @throws UnsupportedMediaTypeError for an unknown encoding; TooLargeError if its announced length is over the limit; TooManyBytesError */
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
   * The bytes as they arrive, each once. If it ends without an error, the body is complete and its signature valid.
   * @throws TooLargeError, TooManyBytesError, StalledBodyError; InvalidInputError if it breaks off; UnauthenticatedError
   */
  read(): AsyncGenerator<Buffer> {
    return this.wire.read();
  }

  /**
   * Call before unpacked content is written anywhere, with its size so far: it counts against the limit of untrusted callers.
   * @throws TooLargeError, TooManyBytesError
   */
  hold(bytes: number): void {
    this.wire.hold(bytes);
  }
}
