import type { FileHandle } from 'node:fs/promises';
import { Logger } from '@nestjs/common';
import { makeFolder } from '../../base/config/make-folder.js';
import { errorMessage } from '../../base/error-message.js';
import { StorageUnavailableError } from '../../base/errors.js';
import { Availability } from '../../base/scope/availability.js';

/** A file that is being received. */
export interface NewFile {
  /** On the disk of this process. */
  readonly handle: FileHandle;
  /** Call after each write. Resolves when more may be written. @throws StorageUnavailableError */
  grown?(size: number): Promise<void>;
  /** Makes the complete file available under its key, so that it survives a power failure. @throws StorageUnavailableError */
  keep(size: number): Promise<void>;
  /** Removes the file, also after {@link keep}. Never throws. */
  discard(): Promise<void>;
}

export interface StoredFile {
  readonly name: string;
  readonly modifiedAt: Date;
}

/**
 * The place of the files of {@link Spool}: a folder, or a bucket that all instances share. Keys are UUIDs
 * (docs/adr/0047-spool-in-a-bucket.md).
 */
export abstract class SpoolStore {
  /** The setting that names the place. */
  abstract readonly setting: string;
  /** Age from which a file without an owner is an orphan. */
  abstract readonly orphanAfterMs: number;
  private readonly availability: Availability;

  /** @param folder has the bytes of files that are received, on the disk of this process; it is made if it is missing */
  constructor(readonly folder: string) {
    const name = `the folder ${folder} (SPOOL_DIR)`;
    this.availability = new Availability(new Logger('Spool'), name, 'uploads are refused with 503');
  }

  /** @throws StorageUnavailableError */
  abstract create(key: string): Promise<NewFile>;
  /** Opens a complete file, which the caller closes. @returns null if there is no such file @throws StorageUnavailableError */
  abstract open(key: string): Promise<FileHandle | null>;
  /** Removes a file if it exists. */
  abstract remove(key: string): Promise<void>;
  /** Lists the files by their keys. Incomplete ones may be listed as `KEY.part`. @throws StorageUnavailableError */
  abstract list(): AsyncIterable<StoredFile>;

  /** Removes incomplete files that are not listed, if their process died. @returns their number @throws StorageUnavailableError */
  removeIncomplete?(now: Date): Promise<number>;
  /** Closes connections. */
  onApplicationShutdown?(): void;

  /** Opens a new file in {@link folder}. @throws StorageUnavailableError */
  protected async openNew(open: (folder: string) => Promise<FileHandle>): Promise<FileHandle> {
    try {
      await makeFolder(this.folder, 0o700);
      const file = await open(this.folder);
      this.availability.noteSuccess();
      return file;
    } catch (error) {
      this.availability.noteFailure(error);
      throw new StorageUnavailableError(errorMessage(error));
    }
  }
}
