import { pipeline, Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { AppError, InvalidInputError, TooLargeError } from '../../base/errors.js';
import { errorMessage } from '../../base/error-message.js';
import type { ReadLimits } from '../reading/read-limits.js';

const chunkSize = 262_144;

const unpackers = {
  gzip: () => createGunzip({ chunkSize }),
  deflate: () => createInflate({ chunkSize }),
  br: () => createBrotliDecompress({ chunkSize }),
} as const;

/** A supported `Content-Encoding`. */
export type ContentEncoding = keyof typeof unpackers;

export type UnpackLimits = Pick<ReadLimits, 'maxUnpackedBytes' | 'maxZipRatio' | 'ratioFromBytes'>;

/**
 * Decompresses a stream.
 * @throws InvalidInputError if the data are damaged or incomplete, TooLargeError if they exceed a limit, and the errors of the source
 */
export async function* unpack(
  contentEncoding: ContentEncoding,
  packed: AsyncIterable<Uint8Array>,
  limits: UnpackLimits,
): AsyncGenerator<Uint8Array> {
  let packedBytes = 0;
  let bytes = 0;
  let sourceFailure: { readonly error: unknown } | undefined;
  async function* counted(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of packed) {
        packedBytes += chunk.length;
        yield chunk;
      }
    } catch (error) {
      sourceFailure = { error };
      throw error;
    }
  }
  try {
    const chunks: AsyncIterable<Uint8Array> = pipeline(
      Readable.from(counted(), { objectMode: false }),
      unpackers[contentEncoding](),
      () => {},
    );
    for await (const chunk of chunks) {
      bytes += chunk.length;
      requireWithin(bytes, packedBytes, limits);
      yield chunk;
    }
  } catch (error) {
    if (sourceFailure) throw sourceFailure.error;
    if (error instanceof AppError) throw error;
    throw InvalidInputError.at(
      'upload.invalid_file',
      'body',
      `is not valid ${contentEncoding}, or was cut off: ${errorMessage(error)}`,
    );
  }
}

function requireWithin(bytes: number, packedBytes: number, limits: UnpackLimits): void {
  const { maxUnpackedBytes, maxZipRatio, ratioFromBytes } = limits;
  if (bytes > maxUnpackedBytes) {
    throw new TooLargeError('body', `unpacks to more than ${maxUnpackedBytes} bytes (MAX_UNPACKED_BYTES)`);
  }
  if (bytes >= ratioFromBytes && bytes > maxZipRatio * packedBytes) {
    throw new TooLargeError('body', `unpacks to more than ${maxZipRatio} times its size (MAX_ZIP_RATIO)`);
  }
}
