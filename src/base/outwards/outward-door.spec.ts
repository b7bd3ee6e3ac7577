import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadSettings } from '../config/load-settings.js';
import { OutwardDoor } from './outward-door.js';

/** Names that resolve to these addresses. */
const names: Readonly<Record<string, readonly string[]>> = {
  'inner.example': ['127.0.0.1'],
  'half.example': ['192.0.2.7', '10.0.0.1', '::1'],
  'metadata.example': ['169.254.169.254'],
  'mapped.example': ['::ffff:7f00:1'],
};

function door(environment: Record<string, string> = {}): OutwardDoor {
  return new OutwardDoor(loadSettings(environment), (host) =>
    Promise.resolve((names[host] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))),
  );
}

describe('OutwardDoor without ALERT_NETWORKS', () => {
  it.each([
    ['https://93.184.215.14/', undefined],
    ['https://10.1.2.3/', undefined],
    ['https://[2606:4700::1111]/', undefined],
    ['http://93.184.215.14/', 'has to begin with https://; http:// is for addresses in ALERT_NETWORKS'],
    ['ftp://example.org/', 'has to begin with https://; http:// is for addresses in ALERT_NETWORKS'],
    ['https://user:secret@example.org/', 'has credentials'],
    ['not a url', 'is not a URL'],
    ...[
      ['0x7f.1', '127.0.0.1'],
      ['017700000001', '127.0.0.1'],
      ['2130706433', '127.0.0.1'],
      ['0.0.0.0', '0.0.0.0'],
      ['169.254.169.254', '169.254.169.254'],
      ['100.100.100.200', '100.100.100.200'],
      ['168.63.129.16', '168.63.129.16'],
      ['192.0.0.192', '192.0.0.192'],
      ['224.0.0.1', '224.0.0.1'],
      ['255.255.255.255', '255.255.255.255'],
      ['[::]', '::'],
      ['[::1]', '::1'],
      ['[fe80::1]', 'fe80::1'],
      ['[ff02::1]', 'ff02::1'],
      ['[fd00:ec2::254]', 'fd00:ec2::254'],
      ['[::ffff:127.0.0.1]', '::ffff:7f00:1'],
      ['[::127.0.0.1]', '::7f00:1'],
      ['[64:ff9b::169.254.169.254]', '64:ff9b::a9fe:a9fe'],
      ['[64:ff9b:1::169.254.169.254]', '64:ff9b:1::a9fe:a9fe'],
      ['[64:ff9b:1:a9fe:a9:fe00::]', '64:ff9b:1:a9fe:a9:fe00::'],
      ['[2001:0:4136:e378:8000:63bf:80ff:fffe]', '2001:0:4136:e378:8000:63bf:80ff:fffe'],
      ['[::ffff:0:127.0.0.1]', '::ffff:0:7f00:1'],
      ['[2002:7f00:1::]', '2002:7f00:1::'],
    ].map(([host, address]) => [`https://${host}/`, `${address} is an inner address; ALERT_NETWORKS can permit it`]),
  ])('judges %s', (url, fault) => {
    expect(door().faultOf(url!)).toBe(fault);
  });

  it.each([
    ['inner.example', 'its address 127.0.0.1 is an inner address; ALERT_NETWORKS can permit it'],
    ['half.example', 'its address ::1 is an inner address; ALERT_NETWORKS can permit it'],
    ['metadata.example', 'its address 169.254.169.254 is an inner address; ALERT_NETWORKS can permit it'],
    ['mapped.example', 'its address ::ffff:7f00:1 is an inner address; ALERT_NETWORKS can permit it'],
  ])('does not call %s', async (host, reason) => {
    await expect(door().fetch(`https://${host}/`)).rejects.toThrow(`${host} is not called: ${reason}`);
  });

  it('does not call a name without an address', async () => {
    await expect(door().fetch('https://nowhere.example/')).rejects.toThrow('nowhere.example has no address');
  });
});

describe('OutwardDoor behind HTTPS_PROXY', () => {
  let proxy: Server;
  let environment: Record<string, string>;
  const asked: string[] = [];
  const sent: Buffer[] = [];

  beforeAll(async () => {
    proxy = createServer();
    proxy.on('connect', ({ url, headers }, socket) => {
      asked.push(`${url} ${headers['proxy-authorization']}`);
      if (url === 'refused.example:443') return socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.on('error', () => {});
      return socket.once('data', (bytes) => {
        sent.push(bytes);
        socket.destroy();
      });
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const { port } = proxy.address() as AddressInfo;
    environment = { HTTPS_PROXY: `http://me:secret@127.0.0.1:${port}`, NO_PROXY: '.corp.example,inner.example' };
  });
  afterAll(() => {
    proxy.closeAllConnections();
    proxy.close();
  });

  it('asks the proxy for the name, and speaks TLS for it through the connection', async () => {
    await expect(door(environment).fetch('https://idp.example/')).rejects.toThrow("idp.example can't be reached");
    expect(asked).toEqual([`idp.example:443 Basic ${Buffer.from('me:secret').toString('base64')}`]);
    const [hello] = sent;
    expect([hello![0], hello!.includes('idp.example')]).toEqual([22, true]);
  });

  it('says that the proxy refuses', async () => {
    const refused = 'the proxy answers 403 for refused.example:443';
    await expect(door(environment).fetch('https://refused.example/')).rejects.toThrow(refused);
  });

  it('checks literal addresses and hosts of NO_PROXY itself', async () => {
    asked.length = 0;
    const own = door(environment);
    await expect(own.fetch('https://127.0.0.1/')).rejects.toThrow('127.0.0.1 is an inner address');
    await expect(own.fetch('https://inner.example/')).rejects.toThrow('its address 127.0.0.1 is an inner address');
    await expect(own.fetch('https://a.corp.example/')).rejects.toThrow('a.corp.example has no address');
    expect(asked).toEqual([]);
  });
});

describe('OutwardDoor with ALERT_NETWORKS', () => {
  let server: Server;
  let port: number;
  const inside = { ALERT_NETWORKS: '127.0.0.0/8, 192.168.0.0/16' };

  beforeAll(async () => {
    server = createServer(({ url, method, headers: { host } }, response) => {
      if (url === '/same') response.writeHead(302, { Location: '/there' }).end();
      else if (url === '/other') response.writeHead(302, { Location: `http://127.0.0.2:${port}/` }).end();
      else if (url === '/loop') response.writeHead(302, { Location: '/loop' }).end();
      else if (url === '/large') response.end(Buffer.alloc(262_145));
      else if (url !== '/silent') response.end(`${method} ${url} ${host}`);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ({ port } = server.address() as AddressInfo);
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const fetchText = async (path: string, host = '127.0.0.1') =>
    (await door(inside).fetch(`http://${host}:${port}${path}`)).text();

  it('calls addresses of these networks and no others, by http, too', async () => {
    expect(await fetchText('/x')).toBe(`GET /x 127.0.0.1:${port}`);
    expect(door(inside).faultOf('https://93.184.215.14/')).toBe('93.184.215.14 is not in ALERT_NETWORKS');
    await expect(door(inside).fetch('https://half.example/')).rejects.toThrow('192.0.2.7 is not in ALERT_NETWORKS');
  });

  it('connects to the address that it has looked at, with the name in the request', async () => {
    expect(await fetchText('/x', 'inner.example')).toBe(`GET /x inner.example:${port}`);
  });

  it('does not call the own port', () => {
    const own = door({ ...inside, PORT: String(port) });
    expect(own.faultOf(`http://127.0.0.1:${port}/`)).toBe('127.0.0.1 is the one of this service');
    expect(own.faultOf(`http://127.0.0.1:${port + 1}/`)).toBeUndefined();
  });

  it('follows redirects to the same host alone, and not for ever', async () => {
    expect(await fetchText('/same')).toBe(`GET /there 127.0.0.1:${port}`);
    await expect(fetchText('/other')).rejects.toThrow(`127.0.0.1:${port} redirects to another host`);
    await expect(fetchText('/loop')).rejects.toThrow(`127.0.0.1:${port} redirects too often`);
  });

  it('refuses an answer that is too large', async () => {
    await expect(fetchText('/large')).rejects.toThrow('is larger than 262144 bytes');
  });

  it('ends an exchange without an answer after five seconds', async () => {
    await expect(fetchText('/silent')).rejects.toThrow('it did not answer within 5000 ms');
  });
});
