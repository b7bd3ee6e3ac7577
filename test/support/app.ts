import type { NestExpressApplication } from '@nestjs/platform-express';
import { type Logger, pino } from 'pino';
import { AccountsService } from '../../src/auth/accounts/accounts.service.js';
import { type Role, roles } from '../../src/auth/permissions.js';
import { ApiTokensService } from '../../src/auth/tokens/api-tokens.service.js';
import type { Clock } from '../../src/base/clock.js';
import { loadSettings } from '../../src/base/config/load-settings.js';
import { GraphKeeper } from '../../src/graph/memory/graph-keeper.js';
import { createApp } from '../../src/server.js';
import type { Database } from '../../src/database/database.js';
import { ClientsService } from '../../src/modules/enterprise/clients/clients.service.js';
import { TaskRunner } from '../../src/queue/task-runner.js';
import { patientWaits } from './patient-waits.js';
import { type ServiceHome, serviceHome } from './test-database.js';
import { bearerFetch, login, type SendOptions, signedFetch, type SigningToken } from './signed-client.js';

export interface TestAppOptions {
  readonly edition?: 'community' | 'enterprise';
  readonly environment?: Readonly<Record<string, string>>;
  readonly clock?: Clock;
  /** Folder of a built page to serve at `/ui`, in place of the page of the project. */
  readonly pageFolder?: string;
  /** Whether it also runs background tasks. */
  readonly runsTasks?: boolean;
  /** Of another service, in place of its own; closing this one does not remove it. */
  readonly home?: ServiceHome;
  /** Receives the lines of the log; nothing is logged if it is absent. */
  readonly onLogLine?: (line: Record<string, unknown>) => void;
}

/** How a caller authenticates. */
export type Scheme = 'bearer' | 'signature';
export const schemes: readonly Scheme[] = ['bearer', 'signature'];

export interface TestApp {
  readonly url: string;
  readonly app: NestExpressApplication;
  readonly database: Database;
  readonly databaseUrl: string;
  /** A call by an account of that role, which is created by the first call. */
  as(role: Role, scheme: Scheme, method: string, target: string, options?: SendOptions): Promise<Response>;
  /** A signed call by a collection client, which is created by the first call. */
  asClient(method: string, target: string, options?: SendOptions): Promise<Response>;
  /** A signed call by an administrator. */
  call(method: string, target: string, body?: unknown): Promise<Response>;
  close(): Promise<void>;
}

/** Starts the product with its own database and real HTTP. Nothing is replaced except, optionally, the clock. */
export async function testApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { edition = 'enterprise', environment, clock, pageFolder, runsTasks = false, onLogLine } = options;
  const { db, dataDir, remove } = options.home ?? (await serviceHome());
  const settings = loadSettings({
    EDITION: edition,
    DATA_DIR: dataDir,
    RATE_LIMIT_PER_SECOND: '0',
    UPLOAD_DISK_RESERVE_BYTES: '1',
    PASSWORD_HASH_MEMORY_KIB: '8192',
    ...patientWaits,
    ...environment,
  });
  const runtime = { settings, dataSource: db.dataSource, ...(clock && { clock }), ...(pageFolder && { pageFolder }) };
  const app = await createApp(runtime, loggerTo(onLogLine));
  if (settings.role !== 'worker') await app.get(GraphKeeper).keepLoaded();
  await app.listen(0, '127.0.0.1');
  if (runsTasks) app.get(TaskRunner).start();
  const url = await app.getUrl();
  const callers = new Map(roles.map((role) => [role, once(() => makeCaller(app, url, role))]));
  const as: TestApp['as'] = async (role, scheme, method, target, options) => {
    const { bearer, token } = await callers.get(role)!();
    return scheme === 'bearer'
      ? bearerFetch(url, bearer, method, target, options)
      : signedFetch(url, token, method, target, options);
  };
  const client = once(() =>
    app.get(ClientsService).create({ name: 'a-client', type: 'directory', domainController: '' }),
  );
  return {
    url,
    app,
    database: db.database,
    databaseUrl: db.url,
    as,
    asClient: async (method, target, options) => signedFetch(url, (await client()).token, method, target, options),
    call: (method, target, body) =>
      as('administrator', 'signature', method, target, body === undefined ? {} : { body: JSON.stringify(body) }),
    close: async () => {
      await app.close();
      if (!options.home) await remove();
    },
  };
}

function loggerTo(onLogLine: TestAppOptions['onLogLine']): Logger {
  if (!onLogLine) return pino({ level: 'silent' });
  return pino({ level: 'info' }, { write: (line: string) => onLogLine(JSON.parse(line)) });
}

async function makeCaller(
  app: NestExpressApplication,
  url: string,
  role: Role,
): Promise<{ bearer: string; token: SigningToken }> {
  const password = `the password of ${role}`;
  const account = await app.get(AccountsService).create({ name: `a-${role}`, email: null, role, password });
  const { token, key } = await app
    .get(ApiTokensService)
    .create({ accountId: account.id, name: 'test', expiresAt: null });
  return { bearer: await login(url, account.name, password), token: { id: token.id, key } };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
