import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A connection to a server over which nothing arrives while it is paused, as if its machine were gone. */
export interface PausableProxy {
  readonly port: number;
  pause(): void;
  resume(): void;
  close(): void;
}

export async function pausableProxy(target: URL): Promise<PausableProxy> {
  const sockets = new Set<Socket>();
  let isPaused = false;
  const add = (socket: Socket) => {
    sockets.add(socket);
    if (isPaused) socket.pause();
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  };
  const server = createServer((caller) => {
    const callee = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [caller, callee],
      [callee, caller],
    ] as const) {
      from.on('data', (bytes) => to.write(bytes)).on('close', () => to.destroy());
      add(from);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    pause: () => {
      isPaused = true;
      for (const socket of sockets) socket.pause();
    },
    resume: () => {
      isPaused = false;
      for (const socket of sockets) socket.resume();
    },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
