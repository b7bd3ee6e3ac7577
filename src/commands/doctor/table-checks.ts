import { resolve } from 'node:path';
import { AnalysisRuns } from '../../analysis/runs/analysis-runs.js';
import { countAdministrators } from '../../auth/accounts/accounts.repository.js';
import { newestTotpSecrets } from '../../auth/factors/factors.repository.js';
import { countPasskeys } from '../../auth/passkeys/passkeys.repository.js';
import { relyingPartyOf } from '../../auth/passkeys/relying-party.js';
import { SecretCipher } from '../../auth/secrets/secret-cipher.js';
import { findSecret, Secrets } from '../../auth/secrets/secrets.js';
import { TokenKeyCipher } from '../../auth/secrets/token-key-cipher.js';
import { newestSealedKeys } from '../../auth/tokens/api-tokens.repository.js';
import { enabledProviders, sealedSsoSecrets } from '../../auth/sso/providers/sso-providers.repository.js';
import { SystemClock } from '../../base/clock.js';
import type { Settings } from '../../base/config/settings.js';
import type { Database } from '../../database/database.js';
import { bytesWithSuccessor, graphMemory } from '../../graph/memory/graph-budget.js';
import { graphBounds } from '../../graph/memory/read-graph.js';
import { spoolFolder } from '../../ingest/spool/open-spool-store.js';
import { unreadSpoolKeys } from '../../ingest/uploads/upload-files.repository.js';
import { countChannels } from '../../modules/alert-channels/alert-channels.repository.js';
import { TaskQueue } from '../../queue/task-queue.js';
import { serviceUrl } from '../questions/service-url.js';
import { countConnectedHosts, runningService } from '../deployment/running-service.js';
import { withSpool } from '../deployment/with-spool.js';
import { bytesText } from '../output/tables.js';
import { type DatabaseCheck, fail, ok, type Verdict, warn } from './check.js';
import { providersVerdict } from './providers-verdict.js';

/** Most tokens and files that a check looks at. */
const sample = 1000;

async function tokens(database: Database, settings: Settings): Promise<Verdict> {
  const keys = await newestSealedKeys(database, sample);
  if (keys.length === 0) return ok('there are no API tokens yet');
  const secret = await findSecret(settings);
  const fix =
    'set SECRET_KEY, or restore DATA_DIR/secret.key, as it was when the tokens were created; else create new tokens';
  if (secret === undefined) return fail(`there are API tokens, but no secret to open them`, fix);
  const cipher = new TokenKeyCipher(new Secrets(secret));
  const closed = keys.filter(({ id, keyEncrypted }) => !opens(cipher, id, keyEncrypted)).length;
  if (closed === 0) return ok('the secret opens the API tokens');
  return fail(
    `the secret does not open ${closed} of ${keys.length} API tokens: requests that are signed with them are refused`,
    fix,
  );
}

function opens(cipher: TokenKeyCipher, id: string, sealed: Buffer): boolean {
  try {
    cipher.open(id, sealed);
    return true;
  } catch {
    return false;
  }
}

async function secondFactors(database: Database, settings: Settings): Promise<Verdict> {
  const rows = await newestTotpSecrets(database, sample);
  if (rows.length === 0) return ok('no account has a second factor');
  const secret = await findSecret(settings);
  const cipher = secret === undefined ? undefined : new SecretCipher(new Secrets(secret));
  const closed = rows.filter(
    (row) => cipher?.tryOpen('totp secret', row.accountId, row.secretSealed) === undefined,
  ).length;
  if (closed === 0) return ok('the secret opens the second factors');
  return fail(
    `the secret does not open ${closed} of ${rows.length} second factors: their owners can log in by a recovery code only`,
    'set SECRET_KEY, or restore DATA_DIR/secret.key, as it was when they were enrolled; else user mfa reset NAME',
  );
}

async function passkeys(database: Database, settings: Settings): Promise<Verdict> {
  const { id } = relyingPartyOf(settings);
  const { all, useless } = await countPasskeys(database, id);
  if (all === 0) return ok('no account has a passkey');
  if (useless === 0) return ok(`${all} are for ${id}`);
  return warn(
    `${useless} of ${all} are for another host than ${id}: devices do not sign for this one`,
    'set PUBLIC_URL to the host at which they were registered, or let their owners register new ones',
  );
}

async function administrators(database: Database): Promise<Verdict> {
  const count = await countAdministrators(database);
  if (count > 0) return ok(count === 1 ? 'one account can log in' : `${count} accounts can log in`);
  return warn(
    'no administrator can log in',
    'start the service, which creates one if there is none; or user enable NAME, or user create --name NAME --role administrator',
  );
}

async function providers(database: Database, settings: Settings): Promise<Verdict> {
  const sealed = await sealedSsoSecrets(database);
  const secret = sealed.length > 0 ? await findSecret(settings) : undefined;
  const cipher = secret === undefined ? undefined : new SecretCipher(new Secrets(secret));
  const closed = sealed.filter((it) => cipher?.tryOpen(it.purpose, it.owner, it.sealed) === undefined).length;
  return providersVerdict(await enabledProviders(database), settings, new Date(), closed);
}

async function memory(database: Database, { graphMemory: setting }: Settings): Promise<Verdict> {
  const needed = bytesWithSuccessor(await graphBounds(database));
  const limit = graphMemory(setting);
  const text = `the graph and its successor need ${bytesText(needed)} of ${bytesText(limit)} (GRAPH_MEMORY)`;
  if (needed > limit)
    return fail(
      `${text}: questions are not answered`,
      `set GRAPH_MEMORY to at least ${Math.ceil(needed / 2 ** 20)}, on a machine with that much memory`,
    );
  if (setting > 0 && limit > graphMemory(0) * 2)
    return warn(
      `${text}, which is more than the memory of this machine or container`,
      'lower GRAPH_MEMORY, or add memory',
    );
  if (needed > 0.8 * limit) return warn(text, 'raise GRAPH_MEMORY before the graph grows');
  return ok(text);
}

async function instances(database: Database, settings: Settings): Promise<Verdict> {
  const hosts = await countConnectedHosts(database);
  const { url, readiness, isOfDatabase } = await runningService(serviceUrl(settings), database);
  if (readiness && !isOfDatabase)
    return warn(
      `the service at ${url} is not connected to this database`,
      'set DATA_DIR or DATABASE_URL as that service has them, or HOST and PORT as the service of this database has them',
    );
  if (hosts < 2) return ok('one machine, or none, uses this database');
  const lacking = [
    ...(settings.secretKey === '' ? ['SECRET_KEY to one text'] : []),
    ...(settings.spoolDir === '' && settings.spoolUrl === ''
      ? ['SPOOL_URL to a bucket, or SPOOL_DIR to a shared folder']
      : []),
  ];
  if (lacking.length === 0) return ok(`${hosts} machines use this database`);
  return warn(
    `${hosts} machines use this database, but this one keeps its secret or its uploads in DATA_DIR`,
    `set ${lacking.join(' and ')} on all of them`,
  );
}

async function uploads(database: Database, settings: Settings): Promise<Verdict> {
  const unread = await unreadSpoolKeys(database, sample);
  const missing = new Set(unread);
  await withSpool(settings, async (store) => {
    if (missing.size > 0) for await (const { name } of store.list()) missing.delete(name);
  });
  const place = settings.spoolUrl === '' ? resolve(spoolFolder(settings)) : 'the bucket of SPOOL_URL';
  if (missing.size > 0)
    return fail(
      `${missing.size} of ${unread.length} uploaded files that are not read yet are not in ${place}`,
      'set SPOOL_DIR or SPOOL_URL as the instance has it that received them; a worker without them fails the files',
    );
  return ok(unread.length === 0 ? 'all uploaded files are read' : `${unread.length} files wait in ${place}`);
}

/** Seconds that a task may wait for a worker. */
const latest = 300;

async function tasks(database: Database): Promise<Verdict> {
  const { waiting, running, failing, lateSeconds } = await new TaskQueue(database).state();
  const text = `${waiting} wait, ${running} run`;
  if (lateSeconds > latest && running === 0)
    return warn(`${text}; the oldest waits for ${lateSeconds} s`, 'start a process with ROLE=all or ROLE=worker');
  if (failing > 0)
    return warn(`${text}, of these ${failing} have failed and are tried again`, 'see the log of the workers');
  return ok(text);
}

async function analysis(database: Database): Promise<Verdict> {
  const runs = new AnalysisRuns(database, new TaskQueue(database), new SystemClock());
  const missed = await runs.missedVersion();
  if (missed !== null)
    return warn(
      `version ${missed} of the graph is not analysed: a load goes on, or its process ended early`,
      'run ingest again, or leave it to the service, which analyses it a minute or two after the last change',
    );
  const last = await runs.last();
  if (last?.status === 'failed')
    return warn(
      `the last analysis failed: ${last.reason}`,
      'remove the cause, then request a run: PUT /api/v2/analysis',
    );
  return ok('the graph is analysed, or will be');
}

async function alerts(database: Database): Promise<Verdict> {
  const { ok: good = 0, failing = 0, disabled = 0 } = await countChannels(database);
  const text = `${good + failing} channels receive alerts`;
  if (failing > 0)
    return warn(
      `${text}, and ${failing} of them have failed for a day`,
      'see their deliveries: alerts list, then GET /api/v2/alert-channels/ID/deliveries',
    );
  return ok(disabled > 0 ? `${text}, ${disabled} are disabled` : text);
}

/** Checks of rows of the tables. */
export const tableChecks: readonly DatabaseCheck[] = [
  { name: 'API tokens', run: tokens },
  { name: 'second factors', run: secondFactors },
  { name: 'passkeys', run: passkeys },
  { name: 'administrators', run: administrators },
  { name: 'providers', run: providers },
  { name: 'graph memory', run: memory },
  { name: 'instances', run: instances },
  { name: 'uploads', run: uploads },
  { name: 'tasks', run: tasks },
  { name: 'analysis', run: analysis },
  { name: 'alerts', run: alerts },
];
