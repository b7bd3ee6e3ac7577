import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { GetObjectCommandOutput } from '@aws-sdk/client-s3';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import type { Settings } from '../../base/config/settings.js';
import { errorMessage } from '../../base/error-message.js';
import { StorageUnavailableError } from '../../base/errors.js';
import { namelessFile, writeTo } from '../reading/nameless-file.js';
import { Bucket } from './bucket.js';
import { BucketUpload } from './bucket-upload.js';
import { type NewFile, SpoolStore, type StoredFile } from './spool-store.js';
import type { UploadDisk } from './upload-disk.js';

const MIB = 1_048_576;
const LEAST_PART_BYTES = 8 * MIB;
const MAX_PARTS = 10_000;
/** Of an object in S3. */
const MAX_BYTES = 5_497_558_138_880;

/** Age from which an object that was begun and not completed is abandoned. No upload takes so long. */
const ABANDONED_AFTER_MS = 2 * 86_400_000;

/** Files in a bucket, which all instances share. Files in transfer are nameless files in a folder of this machine. */
export class BucketStore extends SpoolStore implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly setting = 'SPOOL_URL';
  /** S3 dates an object by the start of its upload. */
  readonly orphanAfterMs = ABANDONED_AFTER_MS;
  private readonly bucket: Bucket;

  constructor(
    folder: string,
    settings: Settings,
    private readonly disk: UploadDisk,
    private readonly partBytes = partBytesOf(settings),
  ) {
    super(folder);
    this.bucket = new Bucket(settings);
  }

  /** Logs a wrong setting at the start, and not at the first upload. */
  onApplicationBootstrap(): void {
    this.bucket.check().catch(() => {});
  }

  override onApplicationShutdown(): void {
    this.bucket.close();
  }

  async create(key: string): Promise<NewFile> {
    // Fails before the body is received.
    if (this.bucket.away) await this.bucket.check();
    return new BucketUpload(this.bucket, key, await this.openNew(namelessFile), this.partBytes);
  }

  /** Reading needs any position of the file, such as the directory at the end of a ZIP, and reads some parts twice. */
  async open(key: string): Promise<FileHandle | null> {
    const object = await this.bucket.get(key);
    if (!object) return null;
    const { Body, ContentLength = 0 } = object;
    const reservation = `${key} read`;
    let file: FileHandle | undefined;
    try {
      file = await this.openNew(namelessFile);
      await this.disk.requireRoom(this.folder, reservation, ContentLength, ContentLength);
      await pipeline(this.received(Body, ContentLength), writeTo(file.fd));
      return file;
    } catch (error) {
      // A body that nobody reads keeps one of the connections of the client.
      if (Body instanceof Readable) Body.destroy();
      await file?.close();
      // Without room on this disk, too, the file can be read later or by another process.
      throw error instanceof StorageUnavailableError ? error : new StorageUnavailableError(errorMessage(error));
    } finally {
      this.disk.release(reservation);
    }
  }

  remove(key: string): Promise<void> {
    return this.bucket.remove(key);
  }

  list(): AsyncGenerator<StoredFile> {
    return this.bucket.list();
  }

  override removeIncomplete(now: Date): Promise<number> {
    return this.bucket.abortBegun(new Date(now.getTime() - ABANDONED_AFTER_MS));
  }

  private async *received(body: GetObjectCommandOutput['Body'], length: number): AsyncGenerator<Uint8Array> {
    let size = 0;
    try {
      const chunks: AsyncIterable<Uint8Array> | [] = body instanceof Readable ? body : [];
      for await (const chunk of chunks) {
        size += chunk.length;
        yield chunk;
      }
      if (size !== length) throw new Error(`an object of ${length} bytes ended after ${size}`);
    } catch (error) {
      throw this.bucket.broken(error);
    }
  }
}

/** The size of all parts but the last, for which the largest file has not too many. */
export function partBytesOf({
  maxUploadBytes,
  maxUnpackedBytes,
}: Pick<Settings, 'maxUploadBytes' | 'maxUnpackedBytes'>) {
  const most = Math.min(Math.max(maxUploadBytes, maxUnpackedBytes), MAX_BYTES);
  return Math.max(LEAST_PART_BYTES, Math.ceil(most / MAX_PARTS / MIB) * MIB);
}
