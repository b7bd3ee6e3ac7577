import { createReadStream, rmSync } from 'node:fs';
import { type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline as pipelineThen } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { errorCode, errorMessage } from '../../base/error-message.js';
import { type BackupHeader, parseHeader } from './backup-header.js';

/** A fast level, because compression takes most of the time of a backup. */
const GZIP_LEVEL = 3;
const MAX_HEADER_BYTES = 1_048_576;

/** PostgreSQL holds a row in memory as a text, which takes at most 1 GiB. */
const MAX_ROW_BYTES = 1_000_000_000;
const LINE_FEED = 10;

export const backupEnd = 'end\n';

/** @throws Error if there is a file and `force` is not set, or the folder cannot be written */
export async function requireFree(path: string, force: boolean): Promise<void> {
  if (path === '-')
    throw new Error('-: a backup is written to a file, not to the standard output; ./- is a file of this name');
  const folder = dirname(path);
  if (!(await stat(folder).catch(() => null))?.isDirectory()) throw new Error(`${folder}: there is no such folder`);
  const found = await stat(path).catch(() => null);
  if (found && !found.isFile()) throw new Error(`${path}: is not a file`);
  if (found && !force) throw new Error(`${path}: the file exists; --force replaces it`);
}

/**
 * Compresses `content` to a file. The file gets its name after it is complete and on the disk.
 * @returns its size in bytes
 */
export async function writeBackup(path: string, content: () => AsyncIterable<Buffer>): Promise<number> {
  await removeAbandoned(dirname(path));
  const draft = join(dirname(path), `.${basename(path)}.${process.pid}.partial`);
  const removeDraft = () => rmSync(draft, { force: true });
  // Ctrl-C exits without running `catch` and `finally`.
  process.once('exit', removeDraft);
  try {
    // The file contains password hashes. It is open before the content begins, else a failure could come before it exists and leave it.
    const file = (await open(draft, 'wx', 0o600)).createWriteStream({ flush: true });
    await pipeline(content, createGzip({ level: GZIP_LEVEL }), file);
    await rename(draft, path);
    await syncFolder(dirname(path));
    return file.bytesWritten;
  } catch (error) {
    removeDraft();
    // Other errors are of the database, and name it.
    const isOfFile = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EACCES'].includes(errorCode(error) ?? '');
    throw isOfFile ? new Error(`${path}: ${errorMessage(error)}`, { cause: error }) : error;
  } finally {
    process.off('exit', removeDraft);
  }
}

/** Removes the drafts of killed processes. */
async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, pid] = /^\..+\.(\d+)\.partial$/.exec(name) ?? [];
    if (pid !== undefined && !isOfOtherProcess(Number(pid))) await rm(join(folder, name), { force: true });
  }
}

/** False for this process: it has no draft yet, and may have the number of a killed one. */
function isOfOtherProcess(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/** A power failure could otherwise lose the new name. Some file systems and platforms do not support it. */
async function syncFolder(folder: string): Promise<void> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(folder, 'r');
    await handle.sync();
  } catch (error) {
    if (!['EINVAL', 'EPERM', 'EISDIR', 'EACCES'].includes(errorCode(error) ?? '')) throw error;
  } finally {
    await handle?.close();
  }
}

/** Reads a backup from its beginning to its end. */
export class BackupReader {
  private rest: Buffer = Buffer.alloc(0);

  private constructor(
    private readonly path: string,
    private readonly chunks: AsyncIterator<Buffer>,
    private readonly maxRowBytes: number,
  ) {}

  /** @throws Error if there is no such file, or it is not a backup */
  static async open(
    path: string,
    maxRowBytes = MAX_ROW_BYTES,
  ): Promise<{ readonly reader: BackupReader; readonly header: BackupHeader }> {
    const found = await stat(path).catch(() => null);
    if (!found?.isFile()) throw new Error(`${path}: ${found ? 'this is no file' : 'there is no such file'}`);
    const unpacked = createGunzip();
    pipelineThen(createReadStream(path), unpacked, () => {});
    const chunks: AsyncIterable<Buffer> = unpacked;
    const reader = new BackupReader(path, chunks[Symbol.asyncIterator](), maxRowBytes);
    return { reader, header: await reader.header() };
  }

  /** Returns the next lines, unchanged. @throws Error if one has too many bytes */
  async *lines(count: number): AsyncGenerator<Buffer> {
    let left = count;
    let begun = 0;
    while (left > 0) {
      const chunk = await this.next();
      let end = 0;
      for (; left > 0; left--) {
        const at = chunk.indexOf(LINE_FEED, end);
        if (at < 0) break;
        end = at + 1;
        begun = 0;
      }
      if (left > 0) {
        begun += chunk.length - end;
        end = chunk.length;
      }
      if (begun > this.maxRowBytes) throw this.damaged(`a row has more than ${this.maxRowBytes} bytes`);
      this.rest = chunk.subarray(end);
      yield chunk.subarray(0, end);
    }
  }

  /** @throws Error unless this is the end of a backup whose checksum is right */
  async finish(): Promise<void> {
    let last = '';
    for await (const part of this.lines(1)) {
      last += part.toString('latin1');
      if (last.length > backupEnd.length) break;
    }
    if (last !== backupEnd) throw this.damaged('a table has more rows than its header states');
    const { done } = await this.read();
    if (this.rest.length > 0 || !done) throw this.damaged('there is data after its end');
  }

  async close(): Promise<void> {
    await this.chunks.return?.();
  }

  private async header(): Promise<BackupHeader> {
    let line = Buffer.alloc(0);
    try {
      for await (const part of this.lines(1)) {
        line = Buffer.concat([line, part]);
        if (line.length > MAX_HEADER_BYTES) break;
      }
    } catch (error) {
      await this.close();
      if (line.length > 0) throw error;
    }
    const header = parseHeader(line.toString());
    if (typeof header === 'object') return header;
    await this.close();
    if (header !== undefined) throw this.damaged(`in its header, ${header}`);
    throw new Error(`${this.path}: is not a backup of Graphward`);
  }

  private async next(): Promise<Buffer> {
    if (this.rest.length > 0) {
      const { rest } = this;
      this.rest = Buffer.alloc(0);
      return rest;
    }
    const { done, value } = await this.read();
    if (done) throw this.damaged('it ends too early');
    return value;
  }

  private async read(): Promise<IteratorResult<Buffer>> {
    try {
      return await this.chunks.next();
    } catch (error) {
      throw this.damaged(errorMessage(error));
    }
  }

  private damaged(reason: string): Error {
    return new Error(`${this.path}: is cut or damaged: ${reason}`);
  }
}
