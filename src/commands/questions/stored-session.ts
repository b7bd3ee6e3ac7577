import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { errorCode } from '../../base/error-message.js';

/** A session that `login` has opened. */
export interface StoredSession {
  /** Of the service, without a slash at its end. */
  readonly url: string;
  /** The bearer token. */
  readonly token: string;
}

/** In the user's folder of settings, as the XDG specification names it. */
function fileOf(environment: NodeJS.ProcessEnv): string {
  return join(environment['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'graphward', 'session.json');
}

/** Stores the session for its user alone. @returns the path */
export async function storeSession(session: StoredSession, environment = process.env): Promise<string> {
  const path = fileOf(environment);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  // A file that exists would keep its mode.
  await rm(path, { force: true });
  await writeFile(path, `${JSON.stringify(session)}\n`, { mode: 0o600, flag: 'wx' });
  return path;
}

/** @returns null if there is none, or the file has another form */
export async function findSession(environment = process.env): Promise<StoredSession | null> {
  try {
    const value: unknown = JSON.parse(await readFile(fileOf(environment), 'utf8'));
    if (typeof value !== 'object' || value === null || !('url' in value) || !('token' in value)) return null;
    const { url, token } = value;
    return typeof url === 'string' && typeof token === 'string' ? { url, token } : null;
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || error instanceof SyntaxError) return null;
    throw error;
  }
}

export async function forgetSession(environment = process.env): Promise<void> {
  await rm(fileOf(environment), { force: true });
}
