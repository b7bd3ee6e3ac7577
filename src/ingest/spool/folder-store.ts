import { access, type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode, errorMessage } from '../../base/error-message.js';
import { StorageUnavailableError } from '../../base/errors.js';
import { SpoolFolder } from './spool-folder.js';
import { type NewFile, type SpooledCopy, type SpoolStore, type StoredFile } from './spool-store.js';

const suffix = '.part';
const partName = /^[0-9a-f-]{36}\.part$/;

const HOUR_MS = 3_600_000;

/** Files in a folder. A file gets its name when it is complete and synced to the disk. */
export class FolderStore implements SpoolStore {
  readonly setting = 'SPOOL_DIR';
  readonly orphanAfterMs = HOUR_MS;

  private readonly place: SpoolFolder;

  constructor(readonly folder: string) {
    this.place = new SpoolFolder(folder);
  }

  async create(key: string): Promise<NewFile> {
    const path = this.pathOf(key);
    const part = path + suffix;
    const handle = await this.place.openNew(() => open(part, 'wx', 0o600));
    return {
      handle,
      grown: async () => {},
      keep: async () => {
        await handle.sync();
        await handle.close();
        await rename(part, path);
        await syncFolder(this.folder);
      },
      discard: async () => {
        await closeQuietly(handle);
        await Promise.all([rm(part, { force: true }), rm(path, { force: true })]);
      },
    };
  }

  async open(key: string): Promise<SpooledCopy | null> {
    const file = this.pathOf(key);
    try {
      await access(file);
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return null;
      throw new StorageUnavailableError(errorMessage(error));
    }
    return { file, close: async () => {} };
  }

  async remove(key: string): Promise<void> {
    await rm(this.pathOf(key), { force: true });
  }

  async *list(): AsyncGenerator<StoredFile> {
    for await (const file of this.files()) if (!file.name.endsWith(suffix)) yield file;
  }

  async removeIncomplete(now: Date): Promise<number> {
    let removed = 0;
    for await (const { name, modifiedAt } of this.files()) {
      if (!partName.test(name) || now.getTime() - modifiedAt.getTime() <= this.orphanAfterMs) continue;
      await this.remove(name);
      removed++;
    }
    return removed;
  }

  private async *files(): AsyncGenerator<StoredFile> {
    for (const name of await readdir(this.folder).catch(() => [])) {
      const found = await stat(this.pathOf(name)).catch(() => null);
      if (found) yield { name, modifiedAt: found.mtime };
    }
  }

  private pathOf(key: string): string {
    return join(this.folder, key);
  }
}

async function closeQuietly(handle: FileHandle): Promise<void> {
  await handle.close().catch(() => {});
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
