import { createHash, type Hash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { errorCode } from '../../base/error-message.js';
import { AppError, InvalidInputError } from '../../base/errors.js';
import { Settings } from '../../base/config/settings.js';
import type { SpooledFile } from '../uploads/upload.js';
import { isGzip } from '../reading/magic-bytes.js';
import { READ_LIMITS } from '../reading/read-limits.js';
import { isDecided, mediaOf } from './media-of.js';
import { peek } from './peek.js';
import { type Packing, unpacked, type UnpackLimits } from './unpacked.js';
import { noRoomError, UploadDisk } from './upload-disk.js';

/** A file that lies in the spool; nobody but its receiver knows of it yet. */
export type ReceivedFile = Omit<SpooledFile, 'name'>;

export interface ReceiveOptions {
  /** How the body as a whole is packed for its way here. */
  readonly packing: Packing | undefined;
  /** Bytes that are to come; undefined where that is not known. */
  readonly announcedBytes: number | undefined;
  /** The bytes that `sha256` is of: those that were sent, or those that lie in the spool, which are the same in every packing. */
  readonly digestOf?: 'sent' | 'kept';
  /** Called before each write with the size that the file will have; what it throws ends the upload. */
  readonly onWrite?: (size: number) => void;
}

/** What is not finished, or belongs to nobody, after so long never will. */
const LEFT_OVER_AFTER_MS = 3_600_000;

const ours = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(\.part)?$/;
const noRoom = new Set(['ENOSPC', 'EDQUOT']);

/**
 * Files on disk that wait to be read (docs/adr/0016-uploads.md). A file has its name only once it is whole and on the platter; what
 * fails on the way leaves nothing.
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
   * Writes a body to disk while it comes. gzip is undone, whether it is said or seen: what lies there is JSON or a ZIP.
   * @param body throws an AppError where it breaks off or is not to be trusted
   * @throws InvalidInputError where it is empty, damaged, or of another type; TooLargeError, InsufficientStorageError
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
      if (noRoom.has(errorCode(error) ?? '')) throw noRoomError('the disk is full');
      throw error;
    } finally {
      this.disk.release(spoolKey);
    }
  }

  /**
   * Makes a file that was received somebody's, by `work`. Where that is refused, the file is removed; after any other error it may be
   * somebody's nevertheless, and the sweep finds out.
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
   * Removes what whoever wrote it can't have need of any more.
   * @param knownOf tells which of these keys belong to somebody
   * @returns how many files
   */
  async sweep(now: Date, knownOf: (keys: readonly string[]) => Promise<readonly string[]>): Promise<number> {
    const names = await readdir(this.folder).catch(() => []);
    const old: string[] = [];
    for (const name of names.filter((it) => ours.test(it))) {
      const found = await stat(this.pathOf(name)).catch(() => null);
      if (found && now.getTime() - found.mtimeMs > LEFT_OVER_AFTER_MS) old.push(name);
    }
    const known = new Set(old.length > 0 ? await knownOf(old) : []);
    const left = old.filter((name) => !known.has(name));
    await Promise.all(left.map((name) => this.remove(name)));
    return left.length;
  }

  private async write(
    spoolKey: string,
    wire: Wire,
    { packing, onWrite }: ReceiveOptions,
    digest: Hash | undefined,
  ): Promise<Pick<ReceivedFile, 'media' | 'size'>> {
    const handle = await open(this.pathOf(`${spoolKey}.part`), 'wx', 0o600);
    try {
      const sent = packing ? unpacked(packing, wire.chunks, this.limits) : wire.chunks;
      const { head: start, chunks: whole } = await peek(sent, ({ length }) => length >= 2);
      const plain = isGzip(start) ? unpacked('gzip', whole, this.limits) : whole;
      const { head, chunks } = await peek(plain, isDecided);
      const media = mediaOf(head);
      if (!media) throw InvalidInputError.at('upload.invalid_file', 'body', wording(head));
      const size = await this.writeAll(handle, spoolKey, digest ? digested(chunks, digest) : chunks, onWrite);
      // Packed data may end before the body does.
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

/** The bytes as they are sent. */
class Wire {
  /** Whether they have come to their end, which they do only where they can be trusted. */
  isWhole = false;
  readonly chunks: AsyncGenerator<Uint8Array>;

  constructor(body: AsyncIterable<Uint8Array>) {
    this.chunks = this.read(body);
  }

  /** Lets go of a body that was not read to its end. */
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

/** A new name outlives a power cut only once its folder is written. */
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
