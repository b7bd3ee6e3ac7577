import { webcrypto } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

type Answer = (received: Received, response: ServerResponse) => void;

/** A server that receives webhooks over HTTP on 127.0.0.1. */
export class WebhookReceiver {
  readonly received: Received[] = [];
  answer: Answer = (_, response) => response.writeHead(204).end();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<WebhookReceiver> {
    const server = createServer();
    const receiver = new WebhookReceiver(server);
    server.on('request', (request, response) => void receiver.receive(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return receiver;
  }

  get origin(): string {
    const { port } = this.server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const received = { path: request.url ?? '', headers, body: await text(request) };
    this.received.push(received);
    this.answer(received, response);
  }
}

/** Which secrets signed a request, by Web Crypto and the text of the standard alone. */
export async function signersOf({ headers, body }: Received, secrets: readonly string[]): Promise<boolean[]> {
  const signed = new TextEncoder().encode([headers['webhook-id'], headers['webhook-timestamp'], body].join('.'));
  const given = headers['webhook-signature']?.split(' ').map((it) => it.split(',')) ?? [];
  const verify = async (secret: string) => {
    const bytes = Uint8Array.from(atob(secret.replace('whsec_', '')), (it) => it.charCodeAt(0));
    const key = await webcrypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
    const results = given.map(async ([version, signature = '']) => {
      const mac = Uint8Array.from(atob(signature), (it) => it.charCodeAt(0));
      return version === 'v1' && webcrypto.subtle.verify('HMAC', key, mac, signed);
    });
    return (await Promise.all(results)).includes(true);
  };
  return Promise.all(secrets.map(verify));
}
