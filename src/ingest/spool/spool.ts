import { createHash, type Hash, randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { errorCode } from '../../base/error-message.js';
import { InvalidInputError } from '../../base/errors.js';
import { mayHaveCommitted } from '../../database/driver-errors.js';
import { isGzip } from '../reading/magic-bytes.js';
import { READ_LIMITS } from '../reading/read-limits.js';
import type { SpooledFile } from '../uploads/upload.js';
import { isDecided, mediaOf, peek } from './file-media.js';
import { type NewFile, type SpooledCopy, SpoolStore } from './spool-store.js';
import { type ContentEncoding, unpack, type UnpackLimits } from './unpack.js';
import { noRoomError, UploadDisk } from './upload-disk.js';

/** A complete file in the spool that belongs to no upload yet. */
export type ReceivedFile = Omit<SpooledFile, 'name'>;

interface ReceiveOptions {
  /** The `Content-Encoding` of the body. */
  readonly contentEncoding: ContentEncoding | undefined;
  /** The `Content-Length`, if the request has one. */
  readonly announcedBytes: number | undefined;
  /** Whether `sha256` is computed from the bytes as sent, or from the bytes in the spool, which do not depend on the encoding. */
  readonly digestOf?: 'sent' | 'kept';
  /** Called before each write with the new size of the file; an error ends the upload. */
  readonly onWrite?: (size: number) => void;
}

const spoolName = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const diskFull = new Set(['ENOSPC', 'EDQUOT']);

/** Files that wait to be read (docs/adr/0016-uploads.md). A failed upload leaves no file. */
@Injectable()
export class Spool {
  constructor(
    private readonly store: SpoolStore,
    @Inject(READ_LIMITS) private readonly limits: UnpackLimits,
    private readonly disk: UploadDisk,
  ) {}

  /** The setting that names the place of the files. */
  get setting(): string {
    return this.store.setting;
  }

  /**
   * Stores a body while it arrives. gzip is decompressed, declared or not, so that the file is JSON or a ZIP.
   * @param body throws an AppError if it is incomplete or its signature is invalid
   * @throws InvalidInputError if the body is empty, damaged or of another type; TooLargeError, InsufficientStorageError,
   * StorageUnavailableError
   */
  async receive(body: AsyncIterable<Uint8Array>, options: ReceiveOptions): Promise<ReceivedFile> {
    const spoolKey = randomUUID();
    const file = await this.store.create(spoolKey);
    try {
      await this.disk.requireRoom(this.store.folder, spoolKey, 1, options.announcedBytes);
      const sha256 = createHash('sha256');
      const isOfKept = options.digestOf === 'kept';
      const wire = new Wire(isOfKept ? body : digested(body, sha256));
      const found = await this.write(file, spoolKey, wire, options, isOfKept ? sha256 : undefined);
      await file.keep(found.size);
      return { ...found, spoolKey, sha256: sha256.digest('hex') };
    } catch (error) {
      await file.discard();
      if (diskFull.has(errorCode(error) ?? '')) throw noRoomError('the disk is full');
      throw error;
    } finally {
      this.disk.release(spoolKey);
    }
  }

  /**
   * Assigns a received file to an upload, by `work`. If that fails, the file is removed, unless its transaction may have been committed
   * nevertheless; {@link removeOrphans} decides later.
   */
  async handOver<T>(key: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!mayHaveCommitted(error)) await this.remove(key);
      throw error;
    }
  }

  /** @returns null if the file is gone @throws StorageUnavailableError */
  open(key: string): Promise<SpooledCopy | null> {
    return this.store.open(key);
  }

  async remove(key: string): Promise<void> {
    await this.store.remove(key);
  }

  /**
   * Removes old files that belong to no upload ({@link SpoolStore.orphanAfterMs}), and incomplete ones.
   * @param knownOf returns the keys that belong to an upload
   * @returns the number of removed files
   * @throws StorageUnavailableError
   */
  async removeOrphans(now: Date, knownOf: (keys: readonly string[]) => Promise<readonly string[]>): Promise<number> {
    const old: string[] = [];
    for await (const { name, modifiedAt } of this.store.list())
      if (spoolName.test(name) && now.getTime() - modifiedAt.getTime() > this.store.orphanAfterMs) old.push(name);
    const known = new Set(old.length > 0 ? await knownOf(old) : []);
    const left = old.filter((name) => !known.has(name));
    await Promise.all(left.map((name) => this.remove(name)));
    return left.length + (await this.store.removeIncomplete(now));
  }

  private async write(
    file: NewFile,
    spoolKey: string,
    wire: Wire,
    { contentEncoding, onWrite }: ReceiveOptions,
    digest: Hash | undefined,
  ): Promise<Pick<ReceivedFile, 'media' | 'size'>> {
    try {
      const sent = contentEncoding ? unpack(contentEncoding, wire.chunks, this.limits) : wire.chunks;
      const { head: start, chunks: whole } = await peek(sent, ({ length }) => length >= 2);
      const plain = isGzip(start) ? unpack('gzip', whole, this.limits) : whole;
      const { head, chunks } = await peek(plain, isDecided);
      const media = mediaOf(head);
      if (!media) throw InvalidInputError.at('upload.invalid_file', 'body', wording(head));
      const size = await this.writeAll(file, spoolKey, digest ? digested(chunks, digest) : chunks, onWrite);
      // The compressed data may end before the body.
      if (!wire.isWhole)
        throw InvalidInputError.at('upload.invalid_file', 'body', 'goes on after the end of the packed data');
      return { media, size };
    } finally {
      await wire.close();
    }
  }

  private async writeAll(
    file: NewFile,
    spoolKey: string,
    chunks: AsyncIterable<Uint8Array>,
    onWrite: ReceiveOptions['onWrite'],
  ): Promise<number> {
    let size = 0;
    for await (const chunk of chunks) {
      onWrite?.(size + chunk.length);
      await this.disk.requireRoom(this.store.folder, spoolKey, chunk.length);
      for (let at = 0; at < chunk.length;) {
        const { bytesWritten } = await file.handle.write(chunk, at);
        at += bytesWritten;
      }
      this.disk.written(spoolKey, chunk.length);
      size += chunk.length;
      await file.grown(size);
    }
    return size;
  }
}

/** The body as sent. */
class Wire {
  /** True only after `RequestBody.read` verified the signature; `write` refuses otherwise. */
  isWhole = false;
  readonly chunks: AsyncGenerator<Uint8Array>;

  constructor(body: AsyncIterable<Uint8Array>) {
    this.chunks = this.read(body);
  }

  /** Stops reading. */
  async close(): Promise<void> {
    await this.chunks.return(undefined);
  }

  private async *read(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    yield* body;
    this.isWhole = true;
  }
}

async function* digested(chunks: AsyncIterable<Uint8Array>, digest: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    digest.update(chunk);
    yield chunk;
  }
}

function wording({ length }: Buffer): string {
  return length === 0
    ? 'is empty; it takes the file of a collector'
    : 'is neither a JSON object nor a ZIP nor gzip of one of them';
}
