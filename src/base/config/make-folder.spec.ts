import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeFolder } from './make-folder.js';

describe('makeFolder', () => {
  let home: string;
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'make-folder-'));
  });
  afterAll(() => rm(home, { recursive: true }));

  it('makes a folder with those above it, also if several do so at once', async () => {
    const folder = join(home, 'a/b/c');
    const made = await Promise.all([0, 1, 2].map(() => makeFolder(folder, 0o700)));
    expect([made.filter(Boolean).length, (await stat(folder)).mode & 0o777]).toEqual([1, 0o700]);
    expect(await makeFolder(folder, 0o755)).toBe(false);
    expect(await readdir(home)).toEqual(['a']);
  });

  it('rejects a path through a file, and a system that makes no folders there', async () => {
    const file = join(home, 'file');
    await writeFile(file, '');
    await expect(makeFolder(file, 0o700)).rejects.toMatchObject({ code: 'EEXIST' });
    await expect(makeFolder(join(file, 'x'), 0o700)).rejects.toMatchObject({ code: 'ENOTDIR' });
    await expect(makeFolder('/proc/none/data', 0o700)).rejects.toMatchObject({
      path: expect.stringContaining('/proc'),
    });
  });
});
