import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { BackupReader } from './backup-file.js';
import { backupFormat } from './backup-header.js';

const header = {
  format: backupFormat,
  version: '1',
  createdAt: '2026-01-01',
  migrations: [],
  tables: [],
  sequences: [],
};
const megabytes = 50_000_000;

async function bytesOf(reader: BackupReader, rows: number): Promise<number> {
  let bytes = 0;
  for await (const chunk of reader.lines(rows)) bytes += chunk.length;
  return bytes;
}

describe('BackupReader', () => {
  let folder: string;
  let path: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'backup-file-'));
    path = join(folder, 'file.backup');
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function open(content: Buffer, maxRowBytes?: number): Promise<BackupReader> {
    const whole = gzipSync(Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), content]));
    // If it were read to the end, the error would be that it is cut.
    await writeFile(path, whole.subarray(0, -8));
    return (await BackupReader.open(path, maxRowBytes)).reader;
  }

  it('refuses a row that does not fit into memory before its end', async () => {
    const reader = await open(
      Buffer.concat([Buffer.alloc(900, 'x'), Buffer.from('\n'), Buffer.alloc(megabytes, 'x')]),
      1000,
    );
    expect(await bytesOf(reader, 1)).toBe(901);
    await expect(bytesOf(reader, 1)).rejects.toThrow(`${path}: is cut or damaged: a row has more than 1000 bytes`);
    await reader.close();
  });

  it('does not read all that follows the last row', async () => {
    const reader = await open(Buffer.alloc(megabytes, 'x'));
    await expect(reader.finish()).rejects.toThrow(
      `${path}: is cut or damaged: a table has more rows than its header states`,
    );
    await reader.close();
  });
});
