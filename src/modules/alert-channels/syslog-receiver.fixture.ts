import { createSocket, type Socket as DatagramSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';

/** A syslog server on 127.0.0.1: streams with octet counting and, on the same port, datagrams. */
export class SyslogReceiver {
  readonly received: string[] = [];
  readonly sizes: number[] = [];

  private constructor(
    private readonly server: Server,
    private readonly datagrams: DatagramSocket,
  ) {}

  /** @param tls makes its streams TLS */
  static async start(tls?: TlsOptions): Promise<SyslogReceiver> {
    const server = tls ? createTlsServer(tls) : createServer();
    const datagrams = createSocket('udp4');
    const receiver = new SyslogReceiver(server, datagrams);
    server.on(tls ? 'secureConnection' : 'connection', (socket: Socket) => void receiver.read(socket));
    server.on('tlsClientError', () => {});
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    datagrams.on('message', (bytes) => receiver.take(bytes));
    datagrams.bind(receiver.port, '127.0.0.1');
    await once(datagrams, 'listening');
    return receiver;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  close(): void {
    this.server.close();
    this.datagrams.close();
  }

  private async read(socket: Socket): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk);
    let bytes = Buffer.concat(chunks);
    while (bytes.length > 0) {
      const [prefix = '', length = ''] = /^(\d+) /.exec(bytes.toString('latin1')) ?? [];
      const end = prefix.length + Number(length);
      if (length === '' || end > bytes.length) throw new Error(`no frame: ${bytes.toString()}`);
      this.take(bytes.subarray(prefix.length, end));
      bytes = bytes.subarray(end);
    }
  }

  private take(bytes: Buffer): void {
    this.sizes.push(bytes.length);
    this.received.push(bytes.toString());
  }
}
