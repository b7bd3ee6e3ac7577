import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { loadSettings } from '../../base/config/load-settings.js';
import { InvalidInputError } from '../../base/errors.js';
import { defaultReadLimits } from '../reading/read-limits.fixture.js';
import { FolderStore } from './folder-store.js';
import { Spool } from './spool.js';
import { UploadDisk } from './upload-disk.js';

const json = Buffer.from('{"meta":{},"data":[]}');

async function* bodyOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

describe('the spool after a failure', () => {
  let folder: string;
  let spool: Spool;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'spool-'));
    const settings = loadSettings({ SPOOL_DIR: folder, UPLOAD_DISK_RESERVE_BYTES: '1000' });
    spool = new Spool(new FolderStore(folder), defaultReadLimits, new UploadDisk(settings));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const receive = (bytes: Uint8Array) =>
    spool.receive(bodyOf(bytes), { contentEncoding: undefined, announcedBytes: undefined });
  const left = () => readdir(folder);

  it('removes a file that was not assigned', async () => {
    const taken = await receive(json);
    expect(await spool.handOver(taken.spoolKey, () => Promise.resolve('taken'))).toBe('taken');
    const refusal = InvalidInputError.at('body.invalid_value', 'body', 'is not wanted');
    for (const error of [refusal, new Error('the connection broke')]) {
      const { spoolKey } = await receive(json);
      await expect(spool.handOver(spoolKey, () => Promise.reject(error))).rejects.toBe(error);
    }
    expect(await left()).toEqual([taken.spoolKey]);
  });

  it('removes files that are older than an hour and belong to no upload', async () => {
    const now = new Date();
    const [known, unknown, young] = [await receive(json), await receive(json), await receive(json)];
    const part = `${unknown.spoolKey.replace(/^./, '0')}.part`;
    await writeFile(join(folder, part), 'x');
    await writeFile(join(folder, 'notes.txt'), 'x');
    const old = new Date(now.getTime() - 3_600_001);
    for (const name of [known.spoolKey, unknown.spoolKey, part, 'notes.txt']) {
      await utimes(join(folder, name), old, old);
    }
    const asked: string[][] = [];
    const knownOf = async (keys: readonly string[]) => {
      asked.push([...keys].toSorted());
      return [known.spoolKey];
    };
    expect(await spool.removeOrphans(now, knownOf)).toBe(2);
    expect(asked).toEqual([[known.spoolKey, part, unknown.spoolKey].toSorted()]);
    expect((await left()).toSorted()).toEqual([known.spoolKey, young.spoolKey, 'notes.txt'].toSorted());
  });

  it('removes nothing if the folder does not exist', async () => {
    await rm(folder, { recursive: true });
    expect(await spool.removeOrphans(new Date(), () => Promise.resolve([]))).toBe(0);
  });
});
