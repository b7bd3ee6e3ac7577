import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterEach, describe, expect, it } from '@jest/globals';
import { listen } from './server.js';

describe('listening', () => {
  const servers: Server[] = [];

  afterEach(async () => {
    for (const server of servers.splice(0).filter((it) => it.listening)) {
      server.close();
      await once(server, 'close');
    }
  });

  function server(): Server {
    const made = createServer();
    servers.push(made);
    return made;
  }

  it('takes the port of the settings', async () => {
    const first = server();
    await listen(first, { host: '127.0.0.1', port: 0 });
    expect(first.address()).toMatchObject({ address: '127.0.0.1', port: expect.any(Number) });
  });

  it('says that PORT is taken, and the way out', async () => {
    const first = server();
    await listen(first, { host: '127.0.0.1', port: 0 });
    const address = first.address();
    const port = typeof address === 'object' && address ? address.port : 0;

    await expect(listen(server(), { host: '127.0.0.1', port })).rejects.toThrow(
      `PORT: ${port} on 127.0.0.1 is taken by another program; set another one, or 0 for any that is free`,
    );
  });

  it.each(['192.0.2.1', 'no-such-host.invalid'])('says that HOST is wrong: %s', async (host) => {
    await expect(listen(server(), { host, port: 0 })).rejects.toThrow(
      `HOST: ${host} is not an address of this machine`,
    );
  });
});
