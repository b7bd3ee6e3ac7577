import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from '../../base/error-message.js';

const shape = /^[A-Za-z0-9+/]{43}=$/;

/**
 * The secret that this deployment keeps in a file, made on the first start. Processes that start at the same time end up with one
 * secret: each writes a file of its own, and the first one to link it to `path` wins.
 * @throws Error where the file exists and does not hold a secret
 */
export async function readOrCreateSecretKey(path: string): Promise<string> {
  return (await read(path)) ?? (await create(path));
}

async function read(path: string): Promise<string | undefined> {
  let text: string;
  try {
    text = (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  if (shape.test(text)) return text;
  throw new Error(`${path} is damaged: it must hold 32 bytes in base64. Restore it, or set SECRET_KEY`);
}

async function create(path: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomUUID()}`;
  const secret = randomBytes(32).toString('base64');
  try {
    await writeFile(draft, `${secret}\n`, { mode: 0o600, flag: 'wx', flush: true });
    await link(draft, path);
    return secret;
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    return (await read(path)) ?? secret;
  } finally {
    await rm(draft, { force: true });
  }
}
