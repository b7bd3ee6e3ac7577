import pg from 'pg';
import { currentScope } from '../../base/request-scope.js';
import { ReplicaChoice } from './replica-choice.js';

type OnConnect = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/** The pool of the primary. A request that only reads is connected to its replica instead. */
export class RoutedPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: OnConnect): void;
  override connect(callback?: OnConnect): Promise<pg.PoolClient> | void {
    const choice = currentScope()?.replica;
    if (!(choice instanceof ReplicaChoice)) return callback ? super.connect(callback) : super.connect();
    const connected = this.connectBy(choice);
    return callback ? void passTo(callback, connected) : connected;
  }

  private async connectBy(choice: ReplicaChoice): Promise<pg.PoolClient> {
    return (await choice.connect()) ?? super.connect();
  }
}

/** TypeORM connects with a callback. */
async function passTo(callback: OnConnect, connected: Promise<pg.PoolClient>): Promise<void> {
  const [client, error] = await connected.then(
    (it) => [it, undefined] as const,
    (it: unknown) => [undefined, it instanceof Error ? it : new Error(String(it))] as const,
  );
  callback(error, client, (fault) => client?.release(fault instanceof Error || fault === true));
}
