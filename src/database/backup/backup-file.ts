import { createReadStream, rmSync } from 'node:fs';
import { type FileHandle, open, rename, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline as pipelineThen } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { errorCode, errorMessage } from '../../base/error-message.js';

/** A fast level, because compression takes most of the time of a backup. */
const GZIP_LEVEL = 3;
const MAX_HEADER_BYTES = 1_048_576;
const LINE_FEED = 10;

export const backupFormat = 'graphward-backup 1';
export const backupEnd = 'end\n';

interface BackedUpTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: number;
}

/**
 * The first line of a backup, as JSON. The rows of each table follow in this order, `rows` lines each, in the text format of COPY. The last
 * line is `end`. The file is compressed by gzip, which adds a checksum.
 */
export interface BackupHeader {
  readonly format: typeof backupFormat;
  /** Version of the program that made the backup. */
  readonly version: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** Names of the migrations that had run, oldest first. */
  readonly migrations: readonly string[];
  readonly tables: readonly BackedUpTable[];
  /** The next value of each sequence. */
  readonly sequences: readonly { readonly name: string; readonly next: string }[];
}

/** @throws Error if there is a file and `force` is not set, or the folder cannot be written */
export async function requireFree(path: string, force: boolean): Promise<void> {
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
    throw error;
  } finally {
    process.off('exit', removeDraft);
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
  ) {}

  /** @throws Error if there is no such file, or it is not a backup */
  static async open(path: string): Promise<{ readonly reader: BackupReader; readonly header: BackupHeader }> {
    const found = await stat(path).catch(() => null);
    if (!found?.isFile()) throw new Error(`${path}: ${found ? 'this is no file' : 'there is no such file'}`);
    const unpacked = createGunzip();
    pipelineThen(createReadStream(path), unpacked, () => {});
    const chunks: AsyncIterable<Buffer> = unpacked;
    const reader = new BackupReader(path, chunks[Symbol.asyncIterator]());
    return { reader, header: await reader.header() };
  }

  /** Returns the next lines, unchanged. */
  async *lines(count: number): AsyncGenerator<Buffer> {
    let left = count;
    while (left > 0) {
      const chunk = await this.next();
      let end = 0;
      for (; left > 0; left--) {
        const at = chunk.indexOf(LINE_FEED, end);
        if (at < 0) break;
        end = at + 1;
      }
      if (left > 0) end = chunk.length;
      this.rest = chunk.subarray(end);
      yield chunk.subarray(0, end);
    }
  }

  /** @throws Error unless this is the end of a backup whose checksum is right */
  async finish(): Promise<void> {
    const last: Buffer[] = [];
    for await (const line of this.lines(1)) last.push(line);
    if (Buffer.concat(last).toString() !== backupEnd)
      throw this.damaged('a table has more rows than its header states');
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
    if (header) return header;
    await this.close();
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

/** Only this program writes headers, so the format implies the other properties. */
function parseHeader(line: string): BackupHeader | null {
  try {
    const header: unknown = JSON.parse(line);
    return isHeader(header) ? header : null;
  } catch {
    return null;
  }
}

function isHeader(value: unknown): value is BackupHeader {
  return typeof value === 'object' && value !== null && 'format' in value && value.format === backupFormat;
}
