import pg from 'pg';
import { AbandonableClient } from './abandonable-client.js';
import { ServerChoice } from './server-choice.js';
import { serverList } from './server-list.js';

type OnConnect = ((error: Error) => void) | ((error: null, client: pg.ClientBase) => void);

/** A connection to the server in use, of those that its `connectionString` names. */
export class ServerClient extends AbandonableClient {
  private readonly choice: ServerChoice | undefined;

  constructor(config: pg.ClientConfig = {}) {
    const { connectionString: url } = config;
    super(url === undefined ? config : { ...config, connectionString: serverList(url).urls[0] });
    this.choice = url === undefined ? undefined : ServerChoice.of(url);
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: OnConnect): void;
  override connect(callback?: OnConnect): Promise<pg.Client> | void {
    const { choice } = this;
    if (!choice) return callback ? super.connect(callback) : super.connect();
    const connected = this.connectTo(choice);
    return callback ? void passTo(callback, connected) : connected;
  }

  private async connectTo(choice: ServerChoice): Promise<pg.Client> {
    const server = await choice.server();
    const { host, port } = new pg.Client({ connectionString: server });
    Object.assign(this, { host, port });
    try {
      await super.connect();
    } catch (error) {
      choice.forget(server);
      throw error;
    }
    choice.add(this, server);
    return this;
  }
}

/** Pools connect with a callback. */
async function passTo(callback: OnConnect, connected: Promise<pg.Client>): Promise<void> {
  const outcome = await connected.then(
    (client) => [null, client],
    (error: unknown) => [error],
  );
  Reflect.apply(callback, undefined, outcome);
}

/** A pool of such connections. */
export function serverPool(config: pg.PoolConfig): pg.Pool {
  return new pg.Pool(Object.assign(config, { Client: ServerClient }));
}
