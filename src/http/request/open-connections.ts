import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import net from 'node:net';

/** How long a connection may be silent while the service waits for it. */
const silentMs = 2_000;

const lookEveryMs = 100;

/** The connections of a server, which a stop ends without losing a request. */
export class OpenConnections {
  private readonly sockets = new Set<net.Socket>();
  private readonly responses = new Set<ServerResponse>();
  private areEnding = false;

  /** Must be made before the server listens. */
  constructor(private readonly server: Server) {
    server.on('connection', (socket: net.Socket) => {
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
    });
    server.prependListener('request', (_request, response) => {
      if (this.areEnding) response.shouldKeepAlive = false;
      this.responses.add(response);
      response.once('close', () => this.responses.delete(response));
    });
  }

  /** From now on each answer says `Connection: close`, so that no client sends its next request on a connection that ends. */
  announceEnd(): void {
    this.areEnding = true;
    for (const response of this.responses) response.shouldKeepAlive = false;
  }

  /**
   * Accepts no connections, and resolves when the last one has ended. A connection without a whole request is closed after two seconds,
   * unless the body of a request arrives on it; all are closed after the grace time.
   */
  async close(graceSeconds: number): Promise<void> {
    const closed = once(this.server, 'close');
    // The method of http.Server would close idle connections at once, on which the next request may be on its way.
    net.Server.prototype.close.call(this.server);
    const quiet = new Map<net.Socket, { readonly bytes: number; readonly since: number }>();
    const look = setInterval(() => this.closeSilent(quiet), lookEveryMs);
    const grace = setTimeout(() => this.sockets.forEach((socket) => socket.destroy()), graceSeconds * 1000);
    await closed;
    clearInterval(look);
    clearTimeout(grace);
  }

  private closeSilent(quiet: Map<net.Socket, { readonly bytes: number; readonly since: number }>): void {
    const now = performance.now();
    const requests = new Map([...this.responses].map(({ req }) => [req.socket, req]));
    for (const socket of this.sockets) {
      const request = requests.get(socket);
      if (request?.complete) continue;
      const bytes = request ? socket.bytesRead : 0;
      const last = quiet.get(socket);
      if (last?.bytes !== bytes) quiet.set(socket, { bytes, since: now });
      else if (now - last.since >= silentMs) socket.destroy();
    }
  }
}
