import type { INestApplicationContext } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { pino } from 'pino';
import { AccountsService } from '../../auth/accounts/accounts.service.js';
import { AuditService } from '../../auth/audit/audit.service.js';
import { SessionsService } from '../../auth/sessions/sessions.service.js';
import { Settings } from '../../base/config/settings.js';
import { GraphKeeper } from '../../graph/memory/graph-keeper.js';
import { createApp } from '../../server.js';
import type { Terminal } from '../terminal.js';
import { requireDatabase } from '../database/require-database.js';
import { withDatabase } from '../database/with-database.js';
import { serviceUrl } from './service-url.js';
import { ServiceAwayError, ServiceClient } from './service-client.js';

/** Seconds until the session of a command expires, if the command is killed before it ends the session. */
const sessionTtl = 300;

/** Time for the program at HOST and PORT to answer. */
const probeMs = 5_000;

/**
 * Runs a command with the running service of the database of the settings, or with one that this process runs for the command.
 * @throws Error with a message for the user
 */
export async function withDatabaseService<T>(
  terminal: Terminal,
  work: (service: ServiceClient) => Promise<T>,
): Promise<T> {
  await requireDatabase(terminal);
  return withDatabase(terminal, async ({ dataSource }) => {
    const settings = await terminal.settings();
    const app = await createApp({ settings: ownSettings(settings), dataSource }, pino({ level: 'silent' }));
    try {
      const session = await openSession(app);
      const service = (await runningService(settings, session, terminal)) ?? (await ownService(app, session));
      try {
        return await work(service);
      } finally {
        // Else the session expires.
        await service.logOut().catch(() => {});
      }
    } finally {
      await app.close();
    }
  });
}

function ownSettings(settings: Settings): Settings {
  const own = { host: '127.0.0.1', port: 0, role: 'api', compat: '', rateLimitPerSecond: 0, sessionTtl };
  return Object.freeze(Object.assign(new Settings(), settings, own));
}

interface CommandSession {
  readonly accountId: string;
  readonly token: string;
}

async function openSession(app: INestApplicationContext): Promise<CommandSession> {
  const account = await app.get(AccountsService).findFirstAdministrator();
  if (!account)
    throw new Error(
      'no administrator is enabled and has a valid password; replace the first one: user password admin, or create one: user create --name NAME --role administrator',
    );
  const { id, name } = account;
  const entry = { action: 'login', resource: 'login', details: { by: 'command line' } } as const;
  const token = await app
    .get(SessionsService)
    .open(id, { kind: 'bearer', address: null, program: 'graphward (command line)' }, (on) =>
      app.get(AuditService).record(entry, { on, actor: { id, name } }),
    );
  return { accountId: id, token };
}

/** @returns null after a note, if no service of this database answers at HOST and PORT */
async function runningService(
  settings: Settings,
  session: CommandSession,
  terminal: Terminal,
): Promise<ServiceClient | null> {
  const service = new ServiceClient(serviceUrl(settings), session.token);
  const fault = settings.port === 0 ? 'PORT is 0, so no service can be found' : await faultOf(service, session);
  if (fault === null) return service;
  terminal.note(`${fault}: reading the graph`);
  return null;
}

/** @returns null if the service uses the same database and the same secret */
async function faultOf(service: ServiceClient, { accountId }: CommandSession): Promise<string | null> {
  try {
    const signal = AbortSignal.timeout(probeMs);
    const { data } = await service.getJson<{ data?: { id?: string } }>('/api/v2/self', { signal });
    if (data?.id === accountId) return null;
  } catch (error) {
    if (error instanceof ServiceAwayError && !error.isPresent) return `no service runs at ${service.url}`;
  }
  return `${service.url} is not the service of this database`;
}

async function ownService(app: NestExpressApplication, { token }: CommandSession): Promise<ServiceClient> {
  await app.get(GraphKeeper).keepLoaded();
  await app.listen(0, '127.0.0.1');
  return new ServiceClient(await app.getUrl(), token);
}
