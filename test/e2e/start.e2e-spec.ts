import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { loadSettings } from '../../src/config/load-settings.js';
import { type RunningService, serve } from '../../src/serve.js';
import { login } from '../support/signed-client.js';
import { type TestDatabase, testDatabase } from '../support/test-database.js';

let db: TestDatabase;
let dataDir: string;

beforeAll(async () => {
  db = await testDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'graphward-test-'));
});
afterAll(async () => {
  await db.drop();
  await rm(dataDir, { recursive: true, force: true });
});

function start(port: number): Promise<RunningService> {
  const environment = { DATABASE_URL: db.url, DATA_DIR: dataDir, PORT: String(port) };
  return serve(loadSettings(environment), pino({ level: 'silent' }));
}

describe('the first start', () => {
  it('makes the admin only once it listens, so that a port that is taken costs nobody the password', async () => {
    const squatter = createServer().listen(0, '127.0.0.1');
    await once(squatter, 'listening');
    const address = squatter.address();
    const port = typeof address === 'object' && address ? address.port : 0;

    await expect(start(port)).rejects.toThrow(`PORT: ${port} on 127.0.0.1 is taken by another program`);
    squatter.close();

    const service = await start(0);
    const { name, password } = service.initialAdmin ?? { name: '', password: '' };
    expect(await login(service.url, name, password)).toMatch(/^ey/);
    await service.stop();
  });

  it('is the only one that makes an admin', async () => {
    const service = await start(0);
    expect(service.initialAdmin).toBeNull();
    await service.stop();
  });
});
