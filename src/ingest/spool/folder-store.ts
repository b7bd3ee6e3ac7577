import { access, type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode, errorMessage } from '../../base/error-message.js';
import { StorageUnavailableError } from '../../base/errors.js';
import { type NewFile, SpoolStore, type StoredFile } from './spool-store.js';

const HOUR_MS = 3_600_000;

/** Files in a folder. A file gets its name when it is complete and synced to the disk; before that, it ends in `.part`. */
export class FolderStore extends SpoolStore {
  readonly setting = 'SPOOL_DIR';
  readonly orphanAfterMs = HOUR_MS;

  async create(key: string): Promise<NewFile> {
    const path = this.pathOf(key);
    const part = `${path}.part`;
    const handle = await this.openNew(() => open(part, 'wx', 0o600));
    return {
      handle,
      keep: async () => {
        await handle.sync();
        await handle.close();
        await rename(part, path);
        // The new name survives a power failure only after its folder is synced.
        const folder = await open(this.folder, 'r');
        try {
          await folder.sync();
        } finally {
          await folder.close();
        }
      },
      discard: async () => {
        await handle.close().catch(() => {});
        await Promise.all([rm(part, { force: true }), rm(path, { force: true })]);
      },
    };
  }

  async open(key: string): Promise<FileHandle | null> {
    const path = this.pathOf(key);
    try {
      await access(path);
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return null;
      throw new StorageUnavailableError(errorMessage(error));
    }
    // An error here is one of the file, not of the folder: the file is given up after some attempts.
    return open(path, 'r');
  }

  async remove(key: string): Promise<void> {
    await rm(this.pathOf(key), { force: true });
  }

  async *list(): AsyncGenerator<StoredFile> {
    for (const name of await readdir(this.folder).catch(() => [])) {
      const found = await stat(this.pathOf(name)).catch(() => null);
      if (found) yield { name, modifiedAt: found.mtime };
    }
  }

  private pathOf(key: string): string {
    return join(this.folder, key);
  }
}
