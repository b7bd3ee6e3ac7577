import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface ReceivedMail {
  readonly to: readonly string[];
  readonly isSecure: boolean;
  readonly user: unknown;
  /** Names in lower case; folded lines are one. */
  readonly headers: Readonly<Record<string, string>>;
  /** All of it, as it was sent. */
  readonly source: string;
}

/** A mail server on 127.0.0.1, by smtp-server. It refuses addresses that begin with `gone`. */
export class MailReceiver {
  readonly received: ReceivedMail[] = [];

  private constructor(readonly server: SMTPServer) {}

  static async start(options: SMTPServerOptions = {}): Promise<MailReceiver> {
    let receiver: MailReceiver | undefined;
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onAuth: ({ username, password }, _session, done) => {
        if (password !== 'pass:word') return done(new Error('wrong password'));
        return done(null, { user: username });
      },
      onRcptTo: ({ address }, _session, done) => done(address.startsWith('gone') ? new Error('no such user') : null),
      onData: (stream, { envelope, secure, user }, done) => {
        const to = envelope.rcptTo.map(({ address }) => address);
        const read = async () => {
          const source = await text(stream);
          receiver!.received.push({ to, isSecure: secure, user, headers: headersOf(source), source });
        };
        void read().finally(done);
      },
      ...options,
    });
    receiver = new MailReceiver(server);
    const listening = once(server.listen(0, '127.0.0.1'), 'listening');
    await listening;
    return receiver;
  }

  get port(): number {
    return (this.server.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  async close(): Promise<void> {
    await new Promise<void>((done) => this.server.close(done));
  }
}

function headersOf(source: string): Record<string, string> {
  const [head = ''] = source.split('\r\n\r\n');
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');
  return Object.fromEntries(
    lines.map((line) => [line.replace(/:.*$/s, '').toLowerCase(), line.replace(/^[^:]*: /, '')]),
  );
}

/** The parts of a mail, decoded from quoted-printable or base64, by their media types. */
export function partsOf(source: string): Readonly<Record<string, string>> {
  const found = source.split(/\r\n--[^\r]+/).flatMap((part) => {
    const [, type, encoding, body] =
      /^\r\nContent-Type: ([\w/]+)[^]*?Content-Transfer-Encoding: ([\w-]+)[^]*?\r\n\r\n([^]*)$/.exec(part) ?? [];
    return type ? [[type, decoded(body!, encoding!)] as const] : [];
  });
  return Object.fromEntries(found);
}

function decoded(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  if (encoding !== 'quoted-printable') return body.replaceAll('\r\n', '\n');
  const bytes = body
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString().replaceAll('\r\n', '\n');
}
