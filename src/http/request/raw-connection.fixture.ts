import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: unknown;
}

/** A connection whose bytes the test writes itself. */
export class RawConnection {
  received = '';
  private readonly ended: Promise<unknown>;

  private constructor(readonly socket: Socket) {
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => (this.received += chunk));
    socket.on('error', () => {});
    this.ended = once(socket, 'close');
  }

  static async open(url: string): Promise<RawConnection> {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    await once(socket, 'connect');
    return new RawConnection(socket);
  }

  get answers(): RawAnswer[] {
    return answersIn(this.received);
  }

  /** @returns all bytes received until the service closes the connection */
  async end(): Promise<string> {
    await this.ended;
    return this.received;
  }
}

/** Sends a text over a new connection. @returns all bytes received until the service closes it */
export async function exchange(url: string, text: string, { half = false } = {}): Promise<string> {
  const connection = await RawConnection.open(url);
  connection.socket.write(text);
  if (half) connection.socket.end();
  return connection.end();
}

export function answersIn(received: string): RawAnswer[] {
  if (received === '') return [];
  return received.split(/(?=HTTP\/1\.1 \d)/).map((text) => {
    const [head = '', body = ''] = text.split('\r\n\r\n');
    return { status: Number(head.slice(9, 12)), head, body: body === '' ? undefined : JSON.parse(body) };
  });
}
