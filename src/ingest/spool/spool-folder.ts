import type { FileHandle } from 'node:fs/promises';
import { Logger } from '@nestjs/common';
import { makeFolder } from '../../base/config/make-folder.js';
import { Availability } from '../../base/scope/availability.js';
import { errorMessage } from '../../base/error-message.js';
import { StorageUnavailableError } from '../../base/errors.js';

/** The folder of uploaded files, or of files in transfer. It is made if it is missing. */
export class SpoolFolder {
  private readonly availability: Availability;

  constructor(readonly path: string) {
    const name = `the folder ${path} (SPOOL_DIR)`;
    this.availability = new Availability(new Logger('Spool'), name, 'uploads are refused with 503');
  }

  /** Opens a new file in it. @throws StorageUnavailableError */
  async openNew(open: (path: string) => Promise<FileHandle>): Promise<FileHandle> {
    try {
      await makeFolder(this.path, 0o700);
      const file = await open(this.path);
      this.availability.noteSuccess();
      return file;
    } catch (error) {
      this.availability.noteFailure(error);
      throw new StorageUnavailableError(errorMessage(error));
    }
  }
}
