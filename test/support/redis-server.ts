import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { until } from './until.js';

/** Whether the machine has Redis. If not, the tests that need it are skipped, and standard error says so. */
export const hasRedis = isInstalled();

function isInstalled(): boolean {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    process.stderr.write('skipped: tests with Redis, because redis-server is not installed\n');
    return false;
  }
}

/** A Redis server on a port of its own, without files. */
export class RedisServer {
  private process: ChildProcess | undefined;

  private constructor(
    private readonly port: number,
    private readonly options: readonly string[],
  ) {}

  /** @param options of its command line */
  static async start(options: readonly string[] = []): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), options);
    await server.start();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Starts again after {@link stop}, on the same port. */
  async start(): Promise<void> {
    const options = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    this.process = spawn('redis-server', [...options, ...this.options], { stdio: 'ignore', cwd: '/' });
    await until(() => accepts(this.port));
  }

  async stop(): Promise<void> {
    const { process } = this;
    this.process = undefined;
    if (!process) return;
    const ended = once(process, 'exit');
    process.kill('SIGKILL');
    await ended;
  }
}

/** A port that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const isOpen = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  });
  socket.destroy();
  return isOpen;
}
