import pg from 'pg';
import { errorMessage } from '../../base/error-message.js';
import { AbandonableClient } from './abandonable-client.js';
import { type SessionAttributes, serverList } from './server-list.js';

/** How often the server in use is asked whether it still is what the URL demands. */
const askEveryMs = 1_000;

/** The time in which a server must answer. */
const answerMs = 2_000;

/** SQLSTATE of a connection that could not be made: for callers, the database is away. */
const unable = '08001';

interface Session {
  readonly standby: boolean;
  readonly readOnly: boolean;
}

const sessionQuery = `SELECT pg_is_in_recovery() AS standby, current_setting('transaction_read_only') = 'on' AS "readOnly"`;

const fits: Readonly<Record<SessionAttributes, (session: Session) => boolean>> = {
  any: () => true,
  'read-write': ({ readOnly }) => !readOnly,
  'read-only': ({ readOnly }) => readOnly,
  primary: ({ standby }) => !standby,
  standby: ({ standby }) => standby,
};

/**
 * The server in use, of those that a URL names. All connections of a thread go to the same one. It is asked regularly while there are
 * connections. If it fails and another one fits, its connections are closed: a machine that is gone closes none.
 */
export class ServerChoice {
  private static readonly all = new Map<string, ServerChoice>();

  private chosen: string | undefined;
  private finding: Promise<string> | undefined;
  private readonly clients = new Map<AbandonableClient, string>();
  private timer: NodeJS.Timeout | undefined;

  private constructor(
    private readonly urls: readonly string[],
    private readonly attributes: SessionAttributes,
  ) {}

  /** @returns undefined if the URL leaves no choice: one server, of any kind */
  static of(url: string): ServerChoice | undefined {
    const { urls, attributes } = serverList(url);
    if (urls.length === 1 && attributes === 'any') return undefined;
    const choice = ServerChoice.all.get(url) ?? new ServerChoice(urls, attributes);
    ServerChoice.all.set(url, choice);
    return choice;
  }

  /** The URL of the server for a new connection. @throws Error if no server fits */
  async server(): Promise<string> {
    return this.chosen ?? this.find();
  }

  /** Adds an open connection, which is closed if another server takes over. */
  add(client: AbandonableClient, server: string): void {
    this.clients.set(client, server);
    this.timer ??= setInterval(() => void this.ask(), askEveryMs).unref();
    client.once('end', () => this.remove(client));
  }

  /** A connection could not be made: the next one looks for another server. */
  forget(server: string): void {
    if (this.chosen === server) this.chosen = undefined;
  }

  private remove(client: AbandonableClient): void {
    this.clients.delete(client);
    if (this.clients.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
    // Nobody asks from now on, so the next connection does.
    this.chosen = undefined;
  }

  private async ask(): Promise<void> {
    if (this.chosen !== undefined && this.isFit(await sessionOf(this.chosen))) return;
    // If none fits, its connections stay: it may only be slow.
    await this.find().catch(() => {});
  }

  private find(): Promise<string> {
    this.finding ??= this.findFirst().finally(() => {
      this.finding = undefined;
    });
    return this.finding;
  }

  /** Asks all servers at once, and takes the first in the order of the URL. */
  private async findFirst(): Promise<string> {
    const answers = await Promise.all(this.urls.map(sessionOf));
    const server = this.urls[answers.findIndex((it) => this.isFit(it))];
    if (server === undefined) throw this.failure(answers);
    this.chosen = server;
    for (const [client, former] of this.clients)
      if (former !== server) client.abandon('another server of DATABASE_URL has taken over');
    return server;
  }

  private isFit(session: Session | Error): boolean {
    return !(session instanceof Error) && fits[this.attributes](session);
  }

  private failure(answers: readonly (Session | Error)[]): Error {
    // Waiting does not help against a wrong password.
    const refusal = answers.find((it) => it instanceof pg.DatabaseError && /^(28|3D)/.test(it.code ?? ''));
    if (refusal instanceof Error) return refusal;
    const reasons = answers.map((it, index) => {
      const { host, port } = new pg.Client({ connectionString: this.urls[index] });
      return `${host}:${port}: ${it instanceof Error ? errorMessage(it) : `is not ${this.attributes}`}`;
    });
    return Object.assign(new Error(reasons.join('; ')), { code: unable });
  }
}

async function sessionOf(url: string): Promise<Session | Error> {
  const times = { connectionTimeoutMillis: answerMs, query_timeout: answerMs };
  const client = new AbandonableClient({ connectionString: url, application_name: 'graphward-choice', ...times });
  try {
    await client.connect();
    const { rows } = await client.query<Session>(sessionQuery);
    return rows[0] ?? new Error('it did not answer');
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    client.end().catch(() => {});
    client.abandon('it was asked');
  }
}
