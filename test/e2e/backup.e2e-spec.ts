import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { makeDataDir, removeDataDir } from '../support/postgres/cluster-folder.js';
import { build, type ServiceProcess, startService } from '../support/service-process.js';
import { bearerFetch, login } from '../support/signed-client.js';

const PASSWORD = 'a password for the test';
const SECRET_KEY = 'a secret of more than 32 characters';

let program: string;
let dataDir: string;
let otherDataDir: string;
let folder: string;
const services: ServiceProcess[] = [];

beforeAll(async () => {
  [program, dataDir, otherDataDir] = await Promise.all([build(), makeDataDir(), makeDataDir()]);
  folder = await mkdtemp(join(tmpdir(), 'graphward-backup-'));
});
afterAll(async () => {
  for (const service of services) service.kill();
  await Promise.all(services.map(({ ended }) => ended));
  await Promise.all([removeDataDir(dataDir), removeDataDir(otherDataDir)]);
  for (const path of [program, folder]) await rm(path, { recursive: true, force: true });
});

const environment = (DATA_DIR: string) => ({ DATA_DIR, SECRET_KEY, PORT: '0', INITIAL_ADMIN_PASSWORD: PASSWORD });

async function start(home: string): Promise<{ readonly service: ServiceProcess; readonly url: string }> {
  const service = startService(program, environment(home));
  services.push(service);
  const url = await service.listening;
  if (url === null) throw new Error(service.output());
  return { service, url };
}

/** @param limits shell commands before it, such as `ulimit` */
function cli(home: string, words: string, limits = 'true') {
  const command = `${limits}; exec ${process.execPath} ${join(program, 'dist/src/cli.js')} ${words}`;
  return promisify(execFile)('sh', ['-c', command], {
    cwd: program,
    env: { PATH: process.env['PATH'], ...environment(home) },
  });
}

it('moves the embedded database of a running service to another folder, sessions included', async () => {
  const { service, url } = await start(dataDir);
  const session = await login(url, 'admin', PASSWORD);
  const before = await (await bearerFetch(url, session, 'GET', '/api/v2/self')).json();
  const file = join(folder, 'moved.backup');

  await expect(cli(dataDir, `db backup ${join(folder, 'full.backup')}`, 'ulimit -f 1')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`${join(folder, 'full.backup')}: EFBIG`),
  });
  expect(await readdir(folder)).toEqual([]);
  await cli(dataDir, `db backup ${file}`);
  expect(await readdir(folder)).toEqual(['moved.backup']);
  await service.stop();
  await cli(otherDataDir, `db restore ${file}`);

  const other = await start(otherDataDir);
  const after = await bearerFetch(other.url, session, 'GET', '/api/v2/self');
  expect([after.status, await after.json()]).toEqual([200, before]);
  expect(other.service.output()).not.toContain('First start');
  expect(await other.service.stop()).toBe(0);
});
