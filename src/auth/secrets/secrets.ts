import { createSecretKey, hkdfSync, type KeyObject, randomBytes, randomUUID } from 'node:crypto';
import { link, lstat, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../base/config/make-folder.js';
import type { Settings } from '../../base/config/settings.js';
import { errorCode, errorMessage } from '../../base/error-message.js';

/** The keys of this deployment. HKDF-SHA-256 derives one for each purpose from the secret, so that none reveals another. */
export class Secrets {
  /** Signs the bearer tokens. */
  readonly sessionKey: KeyObject;
  /** Encrypts the keys of API tokens. */
  readonly tokenKey: KeyObject;

  private readonly keys = new Map<string, KeyObject>();

  constructor(private readonly secret: string) {
    this.sessionKey = derive(secret, 'bearer token signing');
    this.tokenKey = derive(secret, 'api token key encryption');
  }

  /** The key of another purpose. Purposes are few, and none comes from a caller. */
  keyFor(purpose: string): KeyObject {
    const key = this.keys.get(purpose) ?? derive(this.secret, purpose);
    this.keys.set(purpose, key);
    return key;
  }
}

/** The secret of this deployment; undefined if the first start has to create it. @throws Error if the file contains no secret */
export async function findSecret({
  secretKey,
  dataDir,
}: Pick<Settings, 'secretKey' | 'dataDir'>): Promise<string | undefined> {
  return secretKey || (await read(join(dataDir, 'secret.key')));
}

/** Derives the keys from SECRET_KEY, or from a file in the data folder, which the first start creates. */
export async function loadSecrets({ secretKey, dataDir }: Pick<Settings, 'secretKey' | 'dataDir'>): Promise<Secrets> {
  return new Secrets(secretKey || (await readOrCreateSecretKey(join(dataDir, 'secret.key'))));
}

function derive(secret: string, purpose: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, 'graphward', purpose, 32)));
}

/** 32 bytes in base64. */
const shape = /^[A-Za-z0-9+/]{43}=$/;

/**
 * Reads the secret of this deployment from a file, or creates the file. Processes that start at the same time use the same secret: each
 * writes a file of its own, and the first one to link it to `path` wins.
 * @throws Error if the file contains no secret
 */
async function readOrCreateSecretKey(path: string): Promise<string> {
  return (await read(path)) ?? (await create(path));
}

async function read(path: string): Promise<string | undefined> {
  let text: string;
  try {
    text = (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    if (!(await lstat(path).catch(() => null))) return undefined;
    throw new Error(`${path} is a link to a file that does not exist. Restore that file, or set SECRET_KEY`, {
      cause: error,
    });
  }
  if (shape.test(text)) return text;
  throw new Error(`${path} is damaged: it must hold 32 bytes in base64. Restore it, or set SECRET_KEY`);
}

async function create(path: string): Promise<string> {
  const draft = `${path}.${randomUUID()}`;
  const secret = randomBytes(32).toString('base64');
  try {
    await makeFolder(dirname(path), 0o700);
    await writeFile(draft, `${secret}\n`, { mode: 0o600, flag: 'wx', flush: true });
    await link(draft, path);
    return secret;
  } catch (error) {
    if (errorCode(error) !== 'EEXIST')
      throw new Error(`${path} can't be made (${errorMessage(error)}): set SECRET_KEY, or choose another DATA_DIR`, {
        cause: error,
      });
    return readOrCreateSecretKey(path);
  } finally {
    await rm(draft, { force: true });
  }
}
