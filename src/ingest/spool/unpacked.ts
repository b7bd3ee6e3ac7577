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

/** How the bytes of a body are packed. */
export type Packing = keyof typeof unpackers;

export type UnpackLimits = Pick<ReadLimits, 'maxUnpackedBytes' | 'maxZipRatio' | 'ratioFromBytes'>;

/**
 * What packed bytes hold, while they come.
 * @throws InvalidInputError where they are damaged or end too early, TooLargeError where they unpack to more than is allowed, and
 * whatever the source throws
 */
export async function* unpacked(
  packing: Packing,
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
      unpackers[packing](),
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
      `is not valid ${packing}, or was cut off: ${errorMessage(error)}`,
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
