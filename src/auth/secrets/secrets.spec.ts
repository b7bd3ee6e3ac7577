import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { UnreadableSecretError } from '../../base/errors.js';
import { findSecret, loadSecrets, Secrets } from './secrets.js';
import { SecretCipher } from './secret-cipher.js';
import { TokenKeyCipher } from './token-key-cipher.js';

function bytesOf(secrets: Secrets): string[] {
  return [secrets.sessionKey, secrets.tokenKey, secrets.keyFor('totp secret')].map((key) =>
    key.export().toString('hex'),
  );
}

describe('the secrets of a deployment', () => {
  let dataDir: string;

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'graphward-secrets-'));
  });
  afterEach(() => rm(dataDir, { recursive: true }));

  it('come from SECRET_KEY if it is set, and then create no file', async () => {
    const secretKey = 'a secret of more than 32 characters';
    expect(bytesOf(await loadSecrets({ secretKey, dataDir }))).toEqual(bytesOf(new Secrets(secretKey)));
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('contain a different key for each purpose', () => {
    const keys = bytesOf(new Secrets('a secret of more than 32 characters'));
    expect(new Set(keys).size).toBe(3);
    expect(keys[0]).toHaveLength(64);
  });

  it('are stored in a file that only its owner can read', async () => {
    const first = await loadSecrets({ secretKey: '', dataDir });
    expect((await stat(join(dataDir, 'secret.key'))).mode & 0o777).toBe(0o600);
    expect(bytesOf(await loadSecrets({ secretKey: '', dataDir }))).toEqual(bytesOf(first));
    expect(await readdir(dataDir)).toEqual(['secret.key']);
  });

  it('are the same for processes that start at the same time and create the folder', async () => {
    const folder = join(dataDir, 'new');
    const loaded = await Promise.all(Array.from({ length: 8 }, () => loadSecrets({ secretKey: '', dataDir: folder })));
    expect(new Set(loaded.map((secrets) => bytesOf(secrets).join())).size).toBe(1);
    expect(await readdir(folder)).toEqual(['secret.key']);
  });

  it.each(['', '\n', 'half a key', `${'A'.repeat(42)}=`])(
    'are not replaced if the file is %j, but refused',
    async (text) => {
      await writeFile(join(dataDir, 'secret.key'), text);
      await expect(loadSecrets({ secretKey: '', dataDir })).rejects.toThrow(/secret\.key is damaged/);
      expect(await readFile(join(dataDir, 'secret.key'), 'utf8')).toBe(text);
    },
  );

  it('are refused if the file is a link to nowhere, and read if it is a link to a file', async () => {
    const [path, target] = [join(dataDir, 'secret.key'), join(dataDir, 'elsewhere.key')];
    await symlink(target, path);
    for (const load of [loadSecrets, findSecret])
      await expect(load({ secretKey: '', dataDir })).rejects.toThrow(
        `${path} is a link to a file that does not exist. Restore that file, or set SECRET_KEY`,
      );
    expect(await readdir(dataDir)).toEqual(['secret.key']);
    await writeFile(target, `${'A'.repeat(43)}=`);
    expect(bytesOf(await loadSecrets({ secretKey: '', dataDir }))).toEqual(bytesOf(new Secrets(`${'A'.repeat(43)}=`)));
  });

  it('name the file that cannot be made, and what to do', () =>
    expect(loadSecrets({ secretKey: '', dataDir: '/proc/graphward' })).rejects.toThrow(
      /^\/proc\/graphward\/secret\.key can't be made \(ENOENT.*\): set SECRET_KEY, or choose another DATA_DIR$/,
    ));
});

const unopened = /unable to authenticate data|has an unknown form/;

describe('TokenKeyCipher', () => {
  const cipher = new TokenKeyCipher(new Secrets('a secret of more than 32 characters'));
  const id = '0b3f1a52-6f0e-4d0e-9c67-6a1f5f3c2b11';

  it('decrypts its own ciphertext, which differs each time', () => {
    const sealed = [cipher.seal(id, 'the key'), cipher.seal(id, 'the key')];
    expect(sealed.map((it) => cipher.open(id, it))).toEqual(['the key', 'the key']);
    expect(sealed[0]).not.toEqual(sealed[1]);
    expect(sealed[0]?.includes('the key')).toBe(false);
  });

  it('refuses a ciphertext with any byte changed', () => {
    const sealed = cipher.seal(id, 'the key');
    for (let index = 0; index < sealed.length; index++) {
      const changed = Buffer.from(sealed);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() => cipher.open(id, changed)).toThrow(unopened);
    }
    expect(() => cipher.open(id, sealed.subarray(0, 20))).toThrow(unopened);
  });

  it('refuses a ciphertext of another secret or another token', () => {
    const sealed = cipher.seal(id, 'the key');
    const other = new TokenKeyCipher(new Secrets('another secret of more than 32 chars'));
    expect(() => other.open(id, sealed)).toThrow(unopened);
    expect(() => cipher.open(id.replace('0', '1'), sealed)).toThrow(unopened);
  });
});

describe('SecretCipher', () => {
  const cipher = new SecretCipher(new Secrets('a secret of more than 32 characters'));
  const id = '0b3f1a52-6f0e-4d0e-9c67-6a1f5f3c2b11';

  it('opens a secret for its row and under its own secret only', () => {
    const sealed = cipher.seal('totp secret', id, 'JBSWY3DPEHPK3PXP');
    expect(cipher.open('totp secret', id, sealed)).toBe('JBSWY3DPEHPK3PXP');
    const other = new SecretCipher(new Secrets('another secret of more than 32 chars'));
    expect(() => other.open('totp secret', id, sealed)).toThrow(UnreadableSecretError);
    expect(() => cipher.open('totp secret', id.replace('0', '1'), sealed)).toThrow(UnreadableSecretError);
    expect(() => cipher.open('passkey challenge', id, sealed)).toThrow(UnreadableSecretError);
  });
});
