import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import pg from 'pg';

/** A connection pooler for PostgreSQL that assigns a server connection for one transaction, like PgBouncer's `pool_mode = transaction`. */
export interface TransactionPooler {
  readonly url: string;
  close(): Promise<void>;
}

export interface PoolerOptions {
  /** Server connections, at most; further transactions wait. */
  readonly size?: number;
  /** Choice of an idle server connection: the one released last, or each in turn. */
  readonly order?: 'last' | 'turn';
}

const SSL_REQUEST = 80877103;
const STARTUP = 196608;
const IDLE = 'I'.charCodeAt(0);

/** Starts a pooler on a free port for the database of `url`. */
export async function transactionPooler(
  url: string,
  { size = 20, order = 'last' }: PoolerOptions = {},
): Promise<TransactionPooler> {
  const pool = new ServerPool(url, size, order);
  const callers = new Set<Socket>();
  const server = createServer((socket) => {
    callers.add(socket);
    socket.on('error', () => {}).on('close', () => callers.delete(socket));
    new PooledClient(socket, pool).open();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const pooled = new URL(url);
  pooled.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: pooled.href,
    close: async () => {
      server.close();
      for (const caller of callers) caller.destroy();
      await once(server, 'close');
      await pool.close();
    },
  };
}

/** Authenticated server connections, and the clients that wait for one. */
class ServerPool {
  private readonly idle: Socket[] = [];
  private readonly waiting: ((server: Socket) => void)[] = [];
  private readonly all: Promise<pg.Client>[] = [];

  constructor(
    private readonly url: string,
    private readonly size: number,
    private readonly order: 'last' | 'turn',
  ) {}

  async take(): Promise<Socket> {
    const free = this.order === 'last' ? this.idle.pop() : this.idle.shift();
    if (free) return free;
    if (this.all.length >= this.size) return new Promise((resolve) => this.waiting.push(resolve));
    const client = new pg.Client({ connectionString: this.url });
    client.on('error', () => {});
    const connected = client.connect().then(() => client);
    this.all.push(connected);
    await connected;
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
    // After the login the bytes are forwarded, not parsed by pg.
    return stream.removeAllListeners('data');
  }

  give(server: Socket): void {
    const next = this.waiting.shift();
    if (next) next(server);
    else this.idle.push(server);
  }

  async close(): Promise<void> {
    for (const client of await Promise.allSettled(this.all))
      if (client.status === 'fulfilled') await client.value.end().catch(() => {});
  }
}

/** Forwards the messages of a client to a server connection, and releases it when no transaction is open. */
class PooledClient {
  private received: Buffer = Buffer.alloc(0);
  private isStarted = false;
  private server: Promise<Socket> | null = null;

  constructor(
    private readonly socket: Socket,
    private readonly pool: ServerPool,
  ) {}

  open(): void {
    this.socket.on('data', (bytes) => {
      this.received = Buffer.concat([this.received, bytes]);
      if (!this.isStarted) this.start();
      if (this.isStarted) void this.passOn();
    });
  }

  private start(): void {
    while (!this.isStarted && this.received.length >= 8) {
      const code = this.received.readInt32BE(4);
      this.received = this.received.subarray(this.received.readInt32BE(0));
      if (code === SSL_REQUEST) this.socket.write('N');
      else if (code === STARTUP) {
        this.isStarted = true;
        this.socket.write(Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))]));
      } else {
        this.socket.destroy();
        return;
      }
    }
  }

  private async passOn(): Promise<void> {
    const length = wholeMessages(this.received, () => {});
    if (length === 0) return;
    const messages = this.received.subarray(0, length);
    this.received = this.received.subarray(length);
    if (messages[0] === 'X'.charCodeAt(0)) {
      this.socket.end();
      return;
    }
    this.server ??= this.link();
    (await this.server).write(messages);
  }

  private async link(): Promise<Socket> {
    const server = await this.pool.take();
    let answer: Buffer = Buffer.alloc(0);
    const onData = (bytes: Buffer) => {
      this.socket.write(bytes);
      answer = Buffer.concat([answer, bytes]);
      let isOver = false;
      const length = wholeMessages(answer, (type, body) => {
        isOver = type === 'Z' && body[0] === IDLE;
      });
      answer = answer.subarray(length);
      if (isOver) unlink();
    };
    // Closing the server connection ends a transaction that the client left open.
    const onLeft = () => server.destroy();
    const unlink = () => {
      server.off('data', onData);
      this.socket.off('close', onLeft);
      this.server = null;
      this.pool.give(server);
    };
    server.on('data', onData);
    this.socket.on('close', onLeft);
    return server;
  }
}

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

/** Calls `each` for every complete message. @returns the offset after the last one */
function wholeMessages(bytes: Buffer, each: (type: string, body: Buffer) => void): number {
  let at = 0;
  while (at + 5 <= bytes.length) {
    const end = at + 1 + bytes.readInt32BE(at + 1);
    if (end > bytes.length) break;
    each(String.fromCharCode(bytes[at]!), bytes.subarray(at + 5, end));
    at = end;
  }
  return at;
}
