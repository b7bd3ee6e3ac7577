import { once } from 'node:events';
import type { Server } from 'node:http';
import { errorCode } from './common/error-code.js';
import type { Settings } from './config/settings.js';

/**
 * Listens on HOST and PORT.
 * @throws Error that names the setting to change, where that is not possible.
 */
export async function listen(server: Server, { host, port }: Pick<Settings, 'host' | 'port'>): Promise<void> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (cause) {
    throw new Error(faultText(cause, host, port), { cause });
  }
}

function faultText(error: unknown, host: string, port: number): string {
  switch (errorCode(error)) {
    case 'EADDRINUSE':
      return `PORT: ${port} on ${host} is taken by another program; set another one, or 0 for any that is free`;
    case 'EACCES':
      return `PORT: this user may not listen on ${port}; set one from 1024 on, or 0 for any that is free`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST: ${host} is not an address of this machine`;
    case undefined:
    default:
      return `HOST, PORT: can't listen on ${host}, port ${port}: ${String(error)}`;
  }
}
