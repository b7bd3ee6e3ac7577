import pg from 'pg';
import { FairSlots } from '../../base/scope/fair-slots.js';
import { currentScope, type QuestionOfRequest } from '../../base/scope/request-scope.js';
import { ReplicaChoice } from './replica-choice.js';

type OnConnect = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

/** Most connections that questions leave to short requests, to the graph that follows changes and to the schedule. */
const mostKept = 3;

interface RoutedPoolConfig extends pg.PoolConfig {
  /** Connections that the questions of one principal may use at a time. */
  readonly perPrincipal: number;
}

/**
 * The pool of the primary. A request that only reads is connected to its replica instead. Questions use a part of the connections, and
 * principals take turns at it.
 */
export class RoutedPool extends pg.Pool {
  private readonly forQuestions: FairSlots;

  constructor({ perPrincipal, ...config }: RoutedPoolConfig) {
    super(config);
    const { max } = this.options;
    const total = Math.max(max - Math.min(mostKept, Math.ceil(max / 4)), 1);
    // A list as CSV keeps one connection, and may need another one for a moment.
    this.forQuestions = new FairSlots({ total, perKey: Math.max(perPrincipal, 2) });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: OnConnect): void;
  override connect(callback?: OnConnect): Promise<pg.PoolClient> | void {
    const { replica, question } = currentScope() ?? {};
    const choice = replica instanceof ReplicaChoice ? replica : undefined;
    const connected = question ? this.connectFor(question, choice) : choice && this.connectBy(choice);
    if (!connected) return callback ? super.connect(callback) : super.connect();
    return callback ? void passTo(callback, connected) : connected;
  }

  private async connectFor(question: QuestionOfRequest, choice: ReplicaChoice | undefined): Promise<pg.PoolClient> {
    const { asker } = question;
    const turn = this.forQuestions.take(asker, currentScope()?.signal);
    if (turn) await turn;
    try {
      const client = await (choice ? this.connectBy(choice) : super.connect());
      const since = performance.eventLoopUtilization();
      const release = client.release.bind(client);
      // The pool sets it again for the next user of the connection.
      client.release = (fault) => {
        release(fault);
        // Only while the event loop waits: while it works for others, the statement may have ended long ago.
        question.usedMs += performance.eventLoopUtilization(since).idle;
        this.forQuestions.give(asker);
      };
      return client;
    } catch (error) {
      this.forQuestions.give(asker);
      throw error;
    }
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
