import { Socket } from 'node:net';
import pg from 'pg';

/** A connection that can be closed without an answer of the server, whose machine may be gone. */
export class AbandonableClient extends pg.Client {
  private readonly socket: Socket;

  constructor(config: pg.ClientConfig = {}) {
    const socket = new Socket();
    super({ ...config, stream: () => socket });
    this.socket = socket;
    // If the connection is lost, its statement rejects. The pool listens for the error event only while a connection is idle, and an
    // event without a listener would end the process.
    this.on('error', () => {});
  }

  /** Its statements reject with this reason, as if the connection were lost. */
  abandon(reason: string): void {
    this.socket.destroy(Object.assign(new Error(reason), { code: 'ECONNRESET' }));
  }
}
