import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { Injectable } from '@nestjs/common';
import { Settings } from '../../base/config/settings.js';
import { type Destination, OutwardDoor } from '../../base/outwards/outward-door.js';
import type { AlertMessage } from './alert-message.js';
import { maxBytes, syslogMessage } from './alert-syslog.js';

/** Receivers confirm nothing. One that does not end the connection has read it after this time. */
const lingerMs = 2000;

/** Sends alerts as syslog messages. */
@Injectable()
export class SyslogSender {
  constructor(
    private readonly door: OutwardDoor,
    private readonly settings: Settings,
  ) {}

  /** @throws if the receiver can't be reached, or ends the connection before it has the message */
  async send(url: string, message: AlertMessage, limitMs: number): Promise<void> {
    const to = await this.door.destinationOf(url);
    const { publicUrl, syslogEnterpriseNumber: enterpriseNumber } = this.settings;
    const host = publicUrl ? new URL(publicUrl).hostname : hostname();
    const bytes = syslogMessage(message, { host, enterpriseNumber }, maxBytes[to.transport]);
    await (to.transport === 'udp' ? sendDatagram(to, bytes) : this.sendFrame(to, bytes, limitMs));
  }

  /** One frame of octet counting (RFC 6587, section 3.4.1). */
  private async sendFrame(to: Destination, bytes: Buffer, limitMs: number): Promise<void> {
    const socket = this.door.open(to);
    const signal = AbortSignal.timeout(limitMs);
    let linger: NodeJS.Timeout | undefined;
    try {
      const closed = once(socket, 'close', { signal });
      socket.resume().end(Buffer.concat([Buffer.from(`${bytes.length} `), bytes]), () => {
        linger = setTimeout(() => socket.destroy(), lingerMs);
      });
      await closed;
    } catch (error) {
      if (signal.aborted) throw new Error(`it did not accept the message within ${limitMs} ms`, { cause: error });
      throw error;
    } finally {
      clearTimeout(linger);
      socket.destroy();
    }
  }
}

async function sendDatagram({ address, port }: Destination, bytes: Buffer): Promise<void> {
  const socket = createSocket(address.includes(':') ? 'udp6' : 'udp4');
  try {
    await new Promise<void>((resolve, reject) => {
      socket.on('error', reject);
      socket.send(bytes, port, address, (error) => (error ? reject(error) : resolve()));
    });
  } finally {
    socket.close();
  }
}
