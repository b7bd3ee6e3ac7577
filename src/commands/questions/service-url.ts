import type { Settings } from '../../base/config/settings.js';

/** The address at which this machine reaches a service with these settings. */
export function serviceUrl({ host, port }: Pick<Settings, 'host' | 'port'>): string {
  const address = loopbackOf.get(host) ?? host;
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
}

/** A service that listens on all addresses of the machine. */
const loopbackOf = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '::1'],
]);
