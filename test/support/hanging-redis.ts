import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** Speaks enough of the protocol of Redis for counters, and can cease to answer while it keeps its connections. */
export class HangingRedis {
  /** The keys of the counters that were asked for. */
  readonly keys: string[] = [];
  private readonly sockets = new Set<Socket>();
  private waiting: (() => void)[] | undefined;

  private constructor(private readonly server: Server) {
    server.on('connection', (socket) => {
      this.sockets.add(socket.on('error', () => {}));
      let received = '';
      socket.on('data', (bytes) => {
        received += String(bytes);
        for (let words = firstCommand(received); words; words = firstCommand(received)) {
          received = received.slice(words.length);
          this.answer(socket, words.list);
        }
      });
    });
  }

  static async start(): Promise<HangingRedis> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new HangingRedis(server);
  }

  get url(): string {
    return `redis://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Answers no commands of counters from now on. */
  hang(): void {
    this.waiting = [];
  }

  /** Answers them, and those that came meanwhile. */
  resume(): void {
    for (const answer of this.waiting ?? []) answer();
    this.waiting = undefined;
  }

  stop(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private answer(socket: Socket, [name = '', , , key = '']: readonly string[]): void {
    const info = 'redis_version:7.0.0\r\nloading:0\r\n';
    if (name.toLowerCase() === 'info') socket.write(`$${info.length}\r\n${info}\r\n`);
    else if (!name.toLowerCase().startsWith('eval')) socket.write('+OK\r\n');
    else {
      this.keys.push(key);
      // The count, and the milliseconds until it is forgotten.
      const answer = () => void socket.write('*2\r\n:1\r\n:1000\r\n');
      if (this.waiting) this.waiting.push(answer);
      else answer();
    }
  }
}

/** @returns the words of the first whole command, and its length; undefined if it is not whole yet */
function firstCommand(text: string): { readonly list: string[]; readonly length: number } | undefined {
  const [, count] = /^\*(\d+)\r\n/.exec(text) ?? [];
  if (count === undefined) return undefined;
  const list: string[] = [];
  let at = text.indexOf('\n') + 1;
  for (let word = 0; word < Number(count); word++) {
    const [head, length] = /^\$(\d+)\r\n/.exec(text.slice(at)) ?? [];
    if (head === undefined) return undefined;
    const start = at + head.length;
    at = start + Number(length) + 2;
    if (at > text.length) return undefined;
    list.push(text.slice(start, at - 2));
  }
  return { list, length: at };
}
