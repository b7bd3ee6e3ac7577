import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { loadSettings } from '../../src/config/load-settings.js';
import { type RunningService, serve } from '../../src/serve.js';
import { type ServiceHome, serviceHome } from '../support/service-home.js';
import { login } from '../support/signed-client.js';

let home: ServiceHome;

beforeAll(async () => {
  home = await serviceHome();
});
afterAll(() => home.remove());

function start(port: number): Promise<RunningService> {
  const environment = { DATABASE_URL: home.db.url, DATA_DIR: home.dataDir, PORT: String(port) };
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
