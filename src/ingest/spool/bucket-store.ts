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
import { SpoolFolder } from './spool-folder.js';
import type { NewFile, SpooledCopy, SpoolStore, StoredFile } from './spool-store.js';
import type { UploadDisk } from './upload-disk.js';

const MIB = 1_048_576;
const LEAST_PART_BYTES = 8 * MIB;
const MAX_PARTS = 10_000;
/** Of an object in S3. */
const MAX_BYTES = 5_497_558_138_880;

/** Age from which an object that was begun and not completed is abandoned. No upload takes so long. */
const ABANDONED_AFTER_MS = 2 * 86_400_000;

/** Files in a bucket, which all instances share. Files in transfer are nameless files in a folder of this machine. */
export class BucketStore implements SpoolStore, OnApplicationBootstrap, OnApplicationShutdown {
  readonly setting = 'SPOOL_URL';
  /** S3 dates an object by the start of its upload. */
  readonly orphanAfterMs = ABANDONED_AFTER_MS;
  private readonly place: SpoolFolder;

  constructor(
    readonly folder: string,
    private readonly bucket: Bucket,
    private readonly disk: UploadDisk,
    private readonly partBytes: number,
  ) {
    this.place = new SpoolFolder(folder);
  }

  static open(folder: string, settings: Settings, disk: UploadDisk): BucketStore {
    return new BucketStore(folder, new Bucket(settings), disk, partBytesOf(settings));
  }

  /** Logs a wrong setting at the start, and not at the first upload. */
  onApplicationBootstrap(): void {
    this.bucket.check().catch(() => {});
  }

  onApplicationShutdown(): void {
    this.bucket.close();
  }

  async create(key: string): Promise<NewFile> {
    // Fails before the body is received.
    if (this.bucket.away) await this.bucket.check();
    return new BucketUpload(this.bucket, key, await this.namelessFile(), this.partBytes);
  }

  async open(key: string): Promise<SpooledCopy | null> {
    const object = await this.bucket.get(key);
    if (!object) return null;
    let file: FileHandle | undefined;
    try {
      file = await this.namelessFile();
      await this.copy(object, key, file);
    } catch (error) {
      // A body that nobody reads keeps one of the connections of the client.
      if (object.Body instanceof Readable) object.Body.destroy();
      await file?.close();
      // Without room on this disk, too, the file can be read later or by another process.
      throw error instanceof StorageUnavailableError ? error : new StorageUnavailableError(errorMessage(error));
    }
    const { fd } = file;
    return { file: fd, close: () => file.close() };
  }

  /** A failure is logged. The file is then an orphan, which is removed later. */
  async remove(key: string): Promise<void> {
    await this.bucket.remove(key).catch(() => {});
  }

  async *list(): AsyncGenerator<StoredFile> {
    for await (const { key, modifiedAt } of this.bucket.list()) yield { name: key, modifiedAt };
  }

  async removeIncomplete(now: Date): Promise<number> {
    const before = now.getTime() - ABANDONED_AFTER_MS;
    const abandoned = (await this.bucket.begun()).filter(({ begunAt }) => begunAt.getTime() < before);
    for (const { key, id } of abandoned) await this.bucket.abort(key, id);
    return abandoned.length;
  }

  /** Reading needs any position of the file, such as the directory at the end of a ZIP, and reads some parts twice. */
  private async copy(
    { Body, ContentLength = 0 }: GetObjectCommandOutput,
    key: string,
    file: FileHandle,
  ): Promise<void> {
    const reservation = `${key} read`;
    try {
      await this.disk.requireRoom(this.folder, reservation, ContentLength, ContentLength);
      await pipeline(this.received(Body, ContentLength), writeTo(file.fd));
    } finally {
      this.disk.release(reservation);
    }
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

  private namelessFile(): Promise<FileHandle> {
    return this.place.openNew(namelessFile);
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
