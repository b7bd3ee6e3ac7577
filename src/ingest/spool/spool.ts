import { createHash, type Hash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { errorCode } from '../../base/error-message.js';
import { AppError, InvalidInputError } from '../../base/errors.js';
import { Settings } from '../../base/config/settings.js';
import { isGzip } from '../reading/magic-bytes.js';
import { READ_LIMITS } from '../reading/read-limits.js';
import type { SpooledFile } from '../uploads/upload.js';
import { isDecided, mediaOf, peek } from './file-media.js';
import { type ContentEncoding, unpack, type UnpackLimits } from './unpack.js';
import { noRoomError, UploadDisk } from './upload-disk.js';

/** A complete file in the spool that belongs to no upload yet. */
export type ReceivedFile = Omit<SpooledFile, 'name'>;

export interface ReceiveOptions {
  /** The `Content-Encoding` of the body. */
  readonly contentEncoding: ContentEncoding | undefined;
  /** The `Content-Length`, if the request has one. */
  readonly announcedBytes: number | undefined;
  /** Whether `sha256` is computed from the bytes as sent, or from the bytes in the spool, which do not depend on the encoding. */
  readonly digestOf?: 'sent' | 'kept';
  /** Called before each write with the new size of the file; an error ends the upload. */
  readonly onWrite?: (size: number) => void;
}

/** Age from which an incomplete file, or a file without an upload, is an orphan. */
const ORPHAN_AFTER_MS = 3_600_000;

const spoolName = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(\.part)?$/;
const diskFull = new Set(['ENOSPC', 'EDQUOT']);

/**
 * Files on disk that wait to be read (docs/adr/0016-uploads.md). A file gets its name when it is complete and synced to the
 * disk. A failed upload leaves no file.
 */
@Injectable()
export class Spool {
  readonly folder: string;

  constructor(
    settings: Settings,
    @Inject(READ_LIMITS) private readonly limits: UnpackLimits,
    private readonly disk: UploadDisk,
  ) {
    this.folder = settings.spoolDir || join(settings.dataDir, 'spool');
  }

  pathOf(key: string): string {
    return join(this.folder, key);
  }

  /**
   * Writes a body to disk while it arrives. gzip is decompressed, declared or not, so that the file is JSON or a ZIP.
   * @param body throws an AppError if it is incomplete or its signature is invalid
   * @throws InvalidInputError if the body is empty, damaged or of another type; TooLargeError, InsufficientStorageError
   */
  async receive(body: AsyncIterable<Uint8Array>, options: ReceiveOptions): Promise<ReceivedFile> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const spoolKey = randomUUID();
    const part = this.pathOf(`${spoolKey}.part`);
    try {
      await this.disk.requireRoom(this.folder, spoolKey, 1, options.announcedBytes);
      const sha256 = createHash('sha256');
      const isOfKept = options.digestOf === 'kept';
      const wire = new Wire(isOfKept ? body : digested(body, sha256));
      const found = await this.write(spoolKey, wire, options, isOfKept ? sha256 : undefined);
      await rename(part, this.pathOf(spoolKey));
      await syncFolder(this.folder);
      return { ...found, spoolKey, sha256: sha256.digest('hex') };
    } catch (error) {
      await Promise.all([rm(part, { force: true }), this.remove(spoolKey)]);
      if (diskFull.has(errorCode(error) ?? '')) throw noRoomError('the disk is full');
      throw error;
    } finally {
      this.disk.release(spoolKey);
    }
  }

  /**
   * Assigns a received file to an upload, by `work`. If `work` refuses with an AppError, the file is removed. After any other
   * error the file may be assigned nevertheless; {@link removeOrphans} decides later.
   */
  async handOver<T>(key: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof AppError) await this.remove(key);
      throw error;
    }
  }

  async remove(key: string): Promise<void> {
    await rm(this.pathOf(key), { force: true });
  }

  /**
   * Removes files older than an hour that belong to no upload.
   * @param knownOf returns the keys that belong to an upload
   * @returns the number of removed files
   */
  async removeOrphans(now: Date, knownOf: (keys: readonly string[]) => Promise<readonly string[]>): Promise<number> {
    const names = await readdir(this.folder).catch(() => []);
    const old: string[] = [];
    for (const name of names.filter((it) => spoolName.test(it))) {
      const found = await stat(this.pathOf(name)).catch(() => null);
      if (found && now.getTime() - found.mtimeMs > ORPHAN_AFTER_MS) old.push(name);
    }
    const known = new Set(old.length > 0 ? await knownOf(old) : []);
    const left = old.filter((name) => !known.has(name));
    await Promise.all(left.map((name) => this.remove(name)));
    return left.length;
  }

  private async write(
    spoolKey: string,
    wire: Wire,
    { contentEncoding, onWrite }: ReceiveOptions,
    digest: Hash | undefined,
  ): Promise<Pick<ReceivedFile, 'media' | 'size'>> {
    const handle = await open(this.pathOf(`${spoolKey}.part`), 'wx', 0o600);
    try {
      const sent = contentEncoding ? unpack(contentEncoding, wire.chunks, this.limits) : wire.chunks;
      const { head: start, chunks: whole } = await peek(sent, ({ length }) => length >= 2);
      const plain = isGzip(start) ? unpack('gzip', whole, this.limits) : whole;
      const { head, chunks } = await peek(plain, isDecided);
      const media = mediaOf(head);
      if (!media) throw InvalidInputError.at('upload.invalid_file', 'body', wording(head));
      const size = await this.writeAll(handle, spoolKey, digest ? digested(chunks, digest) : chunks, onWrite);
      // The compressed data may end before the body.
      if (!wire.isWhole)
        throw InvalidInputError.at('upload.invalid_file', 'body', 'goes on after the end of the packed data');
      await handle.sync();
      return { media, size };
    } finally {
      await wire.close();
      await handle.close();
    }
  }

  private async writeAll(
    handle: FileHandle,
    spoolKey: string,
    chunks: AsyncIterable<Uint8Array>,
    onWrite: ReceiveOptions['onWrite'],
  ): Promise<number> {
    let size = 0;
    for await (const chunk of chunks) {
      onWrite?.(size + chunk.length);
      await this.disk.requireRoom(this.folder, spoolKey, chunk.length);
      for (let at = 0; at < chunk.length;) {
        const { bytesWritten } = await handle.write(chunk, at);
        at += bytesWritten;
      }
      this.disk.written(spoolKey, chunk.length);
      size += chunk.length;
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

/** A new name survives a power failure only after its folder is synced. */
async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function wording({ length }: Buffer): string {
  return length === 0
    ? 'is empty; it takes the file of a collector'
    : 'is neither a JSON object nor a ZIP nor gzip of one of them';
}
