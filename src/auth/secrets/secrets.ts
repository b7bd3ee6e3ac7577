import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { join } from 'node:path';
import type { Settings } from '../../base/config/settings.js';
import { readOrCreateSecretKey } from './secret-key-file.js';

/** The keys of this deployment, each derived from its one secret for one purpose (HKDF-SHA-256), so that none tells of another. */
export class Secrets {
  /** Signs the bearer tokens. */
  readonly sessionKey: KeyObject;
  /** Encrypts the keys of API tokens. */
  readonly tokenKey: KeyObject;

  constructor(secret: string) {
    this.sessionKey = derive(secret, 'bearer token signing');
    this.tokenKey = derive(secret, 'api token key encryption');
  }
}

/** Takes SECRET_KEY, or else the secret in the data folder, which the first start makes. */
export async function loadSecrets({ secretKey, dataDir }: Pick<Settings, 'secretKey' | 'dataDir'>): Promise<Secrets> {
  return new Secrets(secretKey || (await readOrCreateSecretKey(join(dataDir, 'secret.key'))));
}

function derive(secret: string, purpose: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, 'graphward', purpose, 32)));
}
