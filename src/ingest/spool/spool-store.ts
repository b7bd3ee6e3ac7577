import type { FileHandle } from 'node:fs/promises';

/** A file that is being received. */
export interface NewFile {
  /** On the disk of this process. */
  readonly handle: FileHandle;
  /** Call after each write. Resolves when more may be written. @throws StorageUnavailableError */
  grown(size: number): Promise<void>;
  /** Makes the complete file available under its key, so that it survives a power failure. @throws StorageUnavailableError */
  keep(size: number): Promise<void>;
  /** Removes the file, also after {@link keep}. Never throws. */
  discard(): Promise<void>;
}

/** A complete file as a thread of this process reads it. */
export interface SpooledCopy {
  /** A path, or the descriptor of an open file. */
  readonly file: string | number;
  close(): Promise<void>;
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
  /** Bytes of a file that is received are on the disk of this folder. */
  abstract readonly folder: string;
  /** Age from which a file without an owner is an orphan. */
  abstract readonly orphanAfterMs: number;

  /** @throws StorageUnavailableError */
  abstract create(key: string): Promise<NewFile>;
  /** @returns null if there is no such file @throws StorageUnavailableError */
  abstract open(key: string): Promise<SpooledCopy | null>;
  /** Removes a file if it exists. */
  abstract remove(key: string): Promise<void>;
  /** Lists the complete files. @throws StorageUnavailableError */
  abstract list(): AsyncIterable<StoredFile>;
  /** Removes incomplete files whose process died. @returns their number @throws StorageUnavailableError */
  abstract removeIncomplete(now: Date): Promise<number>;

  /** Closes connections. Absent if the place needs none. */
  onApplicationShutdown?(): void;
}
