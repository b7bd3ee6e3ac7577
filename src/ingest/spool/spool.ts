import { createHash, randomUUID } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { Inject, Injectable } from '@nestjs/common';
import { errorCode } from '../../base/error-message.js';
import { InvalidInputError } from '../../base/errors.js';
import { mayHaveCommitted } from '../../database/driver-errors.js';
import { isGzip } from '../reading/magic-bytes.js';
import { READ_LIMITS } from '../reading/read-limits.js';
import type { SpooledFile } from '../uploads/upload.js';
import { isDecided, mediaOf, peek } from './file-media.js';
import { type NewFile, SpoolStore } from './spool-store.js';
import { type ContentEncoding, unpack, type UnpackLimits } from './unpack.js';
import { noRoomError, UploadDisk } from './upload-disk.js';

/** A complete file in the spool that belongs to no upload yet. */
export type ReceivedFile = Omit<SpooledFile, 'name'>;

/** The properties of a body that is received. */
interface BodyOptions {
  /** The `Content-Encoding` of the body. */
  readonly contentEncoding: ContentEncoding | undefined;
  /** The `Content-Length`, if the request has one. */
  readonly announcedBytes: number | undefined;
  /** Called before each write with the new size of the file; an error ends the upload. */
  reserve?(size: number): void;
}

/** Whether `sha256` is computed from the bytes as sent, or from the bytes in the spool, which do not depend on the encoding. */
type DigestOf = 'sent' | 'kept';

/** A key, or an incomplete file. Other files in the folder or bucket are not of the spool. */
const spoolName = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(\.part)?$/;
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
   * @param chunks of the body; throws an AppError if it is incomplete or its signature is invalid
   * @throws InvalidInputError if the body is empty, damaged or of another type; TooLargeError, InsufficientStorageError,
   * StorageUnavailableError
   */
  async receive(
    chunks: AsyncIterable<Uint8Array>,
    body: BodyOptions,
    digestOf: DigestOf = 'sent',
  ): Promise<ReceivedFile> {
    const spoolKey = randomUUID();
    const file = await this.store.create(spoolKey);
    try {
      await this.disk.requireRoom(this.store.folder, spoolKey, 1, body.announcedBytes);
      const received = await this.write(file, spoolKey, chunks, body, digestOf);
      await file.keep(received.size);
      return received;
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

  /** Opens a file, which the caller closes. @returns null if it is gone @throws StorageUnavailableError */
  open(key: string): Promise<FileHandle | null> {
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
    return left.length + ((await this.store.removeIncomplete?.(now)) ?? 0);
  }

  private async write(
    file: NewFile,
    spoolKey: string,
    arriving: AsyncIterable<Uint8Array>,
    body: BodyOptions,
    digestOf: DigestOf,
  ): Promise<ReceivedFile> {
    const sha256 = createHash('sha256');
    /** True only after `RequestBody.read` verified the signature. */
    let isWhole = false;
    async function* read(): AsyncGenerator<Uint8Array> {
      for await (const chunk of arriving) {
        if (digestOf === 'sent') sha256.update(chunk);
        yield chunk;
      }
      isWhole = true;
    }
    const sent = read();
    try {
      const { media, chunks } = await this.unpacked(sent, body.contentEncoding);
      let size = 0;
      for await (const chunk of chunks) {
        body.reserve?.(size + chunk.length);
        await this.disk.requireRoom(this.store.folder, spoolKey, chunk.length);
        for (let at = 0; at < chunk.length;) at += (await file.handle.write(chunk, at)).bytesWritten;
        if (digestOf === 'kept') sha256.update(chunk);
        this.disk.written(spoolKey, chunk.length);
        size += chunk.length;
        await file.grown?.(size);
      }
      // The compressed data may end before the body.
      if (!isWhole) throw invalidFile('goes on after the end of the packed data');
      return { media, size, spoolKey, sha256: sha256.digest('hex') };
    } finally {
      await sent.return(undefined);
    }
  }

  /** The type of a body, and its bytes as the spool has them. */
  private async unpacked(
    sent: AsyncIterable<Uint8Array>,
    contentEncoding: ContentEncoding | undefined,
  ): Promise<Pick<ReceivedFile, 'media'> & { readonly chunks: AsyncIterable<Uint8Array> }> {
    const file = contentEncoding ? unpack(contentEncoding, sent, this.limits) : sent;
    const { head: start, chunks: whole } = await peek(file, ({ length }) => length >= 2);
    const { head, chunks } = await peek(isGzip(start) ? unpack('gzip', whole, this.limits) : whole, isDecided);
    const media = mediaOf(head);
    if (media) return { media, chunks };
    throw invalidFile(
      head.length === 0
        ? 'is empty; it takes the file of a collector'
        : 'is neither a JSON object nor a ZIP nor gzip of one of them',
    );
  }
}

function invalidFile(message: string): InvalidInputError {
  return InvalidInputError.at('upload.invalid_file', 'body', message);
}
