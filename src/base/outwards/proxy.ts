import { request, type ClientRequest } from 'node:http';
import { request as requestTls } from 'node:https';
import type { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import { OutwardError } from './outward-error.js';

/** HTTPS_PROXY and NO_PROXY. */
export interface ProxySettings {
  readonly httpsProxy: string;
  readonly noProxy: readonly string[];
}

/** The proxy for a URL; undefined if the service calls it itself. Calls by http go to networks of the inside, and use none. */
export function proxyFor({ protocol, hostname }: URL, { httpsProxy, noProxy }: ProxySettings): URL | undefined {
  if (httpsProxy === '' || protocol !== 'https:') return undefined;
  const host = hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  const isExcepted = noProxy.some((it) => {
    const name = it.toLowerCase().replace(/^\*?\./, '');
    return it === '*' || host === name || host.endsWith(`.${name}`);
  });
  return isExcepted ? undefined : new URL(httpsProxy);
}

/**
 * Opens a connection to a host through a proxy (CONNECT), with TLS for the name of the host. The proxy resolves the name.
 * @throws OutwardError if the proxy refuses
 */
export function openTunnel(proxy: URL, { hostname, port }: URL, signal: AbortSignal): Promise<Duplex> {
  const target = `${hostname}:${port || 443}`;
  const { username, password } = proxy;
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');
  const headers = { Host: target, ...(username && { 'Proxy-Authorization': `Basic ${credentials}` }) };
  const options = {
    host: proxy.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: proxy.port || (proxy.protocol === 'https:' ? 443 : 80),
    method: 'CONNECT',
    path: target,
    headers,
    agent: false as const,
    signal,
  };
  const asked: ClientRequest = proxy.protocol === 'https:' ? requestTls(options) : request(options);
  return new Promise((resolve, reject) => {
    asked.on('error', reject);
    asked.on('connect', ({ statusCode }, socket) => {
      if (statusCode === 200) {
        const secured = connectTls({ socket, servername: hostname });
        // The signal ends the request, which is over now.
        const abort = () => secured.destroy(signal.reason instanceof Error ? signal.reason : undefined);
        signal.addEventListener('abort', abort, { once: true });
        secured.on('error', reject);
        secured.once('close', () => {
          signal.removeEventListener('abort', abort);
          reject(new OutwardError(`${target} closed the connection`));
        });
        secured.once('secureConnect', () => resolve(secured));
        if (signal.aborted) abort();
        return;
      }
      socket.destroy();
      reject(new OutwardError(`the proxy answers ${statusCode} for ${target}`));
    });
    asked.end();
  });
}
