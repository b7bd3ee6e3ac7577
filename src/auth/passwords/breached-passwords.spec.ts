import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadSettings } from '../../base/config/load-settings.js';
import { BreachedPasswords } from './breached-passwords.js';

const sha1 = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase();

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'breached-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function listOf(text: string): Promise<BreachedPasswords> {
  const path = join(folder, 'list.txt');
  await writeFile(path, text);
  const list = new BreachedPasswords(loadSettings({ BREACHED_PASSWORDS_FILE: path }));
  await list.onModuleInit();
  return list;
}

describe('the list of breached passwords', () => {
  it.each([
    ['with counts', '\r\n', (digest: string, index: number) => `${digest}:${index ** 3}`],
    ['without counts, in lower case', '\n', (digest: string) => digest.toLowerCase()],
  ])('has each of its passwords and no other one, %s', async (_, end, line) => {
    for (const size of [1, 2, 3, 500]) {
      const passwords = Array.from({ length: size }, (__, index) => `password ${index}`);
      const lines = passwords.map(sha1).toSorted().map(line);
      for (const text of [lines.join(end), lines.join(end) + end]) {
        const list = await listOf(text);
        expect(await Promise.all(passwords.map((it) => list.has(it)))).toEqual(passwords.map(() => true));
        const others = passwords.map((it) => `another ${it}`);
        expect(await Promise.all(others.map((it) => list.has(it)))).toEqual(passwords.map(() => false));
        await list.onModuleDestroy();
      }
    }
  });

  it('is empty without a file', async () => {
    const list = new BreachedPasswords(loadSettings({}));
    await list.onModuleInit();
    expect(await list.has('password')).toBe(false);
  });

  it('is refused at the start if it cannot be read', async () => {
    await expect(listOf('password\n')).rejects.toThrow(
      'BREACHED_PASSWORDS_FILE: the line at byte 0 is no SHA-1 in 40 hexadecimal digits, with a number after a colon',
    );
    await expect(listOf('')).rejects.toThrow('BREACHED_PASSWORDS_FILE: the line at byte 0');
    const missing = new BreachedPasswords(loadSettings({ BREACHED_PASSWORDS_FILE: join(folder, 'missing') }));
    await expect(missing.onModuleInit()).rejects.toThrow('BREACHED_PASSWORDS_FILE: ENOENT');
  });
});
