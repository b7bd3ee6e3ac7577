import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** One URL in front of several services, like a load balancer. */
export interface Balancer {
  readonly url: string;
  close(): Promise<void>;
}

/** Forwards each connection to the first service that accepts it, and closes it with the service. */
export async function balance(services: readonly string[]): Promise<Balancer> {
  const open = new Set<Socket>();
  const server = createServer((caller) => {
    open.add(caller);
    caller.on('error', () => {}).on('close', () => open.delete(caller));
    void passOn(caller, services);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.close();
      for (const caller of open) caller.destroy();
      await once(server, 'close');
    },
  };
}

async function passOn(caller: Socket, services: readonly string[]): Promise<void> {
  for (const service of services) {
    const callee = connect(Number(new URL(service).port), '127.0.0.1');
    const isTaken = await new Promise((resolve) => {
      callee.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    if (!isTaken) continue;
    callee.on('error', () => {}).on('close', () => caller.destroy());
    caller.on('close', () => callee.destroy());
    caller.pipe(callee).pipe(caller);
    return;
  }
  caller.destroy();
}
