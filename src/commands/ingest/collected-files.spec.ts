import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { collectedFiles } from './ingest.command.js';

describe('collectedFiles', () => {
  let folder: string;
  const at = (name: string) => join(folder, name);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'collected-'));
    await mkdir(at('empty'));
    await mkdir(at('folder.json'));
    await symlink(at('gone'), at('broken.json'));
    for (const name of ['users.json', 'all.ZIP', 'notes.txt', 'a.json.gz']) {
      await writeFile(at(name), '');
    }
  });

  afterAll(() => rm(folder, { recursive: true }));

  it('takes files as they are and the collected ones of a folder by name', async () => {
    expect(await collectedFiles([at('notes.txt'), folder])).toEqual(
      ['notes.txt', 'a.json.gz', 'all.ZIP', 'users.json'].map(at),
    );
  });

  it('says what is wrong with a word that names nothing', async () => {
    await expect(collectedFiles([at('none.json')])).rejects.toThrow(
      `${at('none.json')}: there is no such file or folder`,
    );
    await expect(collectedFiles(['/dev/null'])).rejects.toThrow('/dev/null: is neither a file nor a folder');
    await expect(collectedFiles([at('empty')])).rejects.toThrow(
      `${at('empty')}: the folder contains no .json, .zip or .gz files`,
    );
  });
});
