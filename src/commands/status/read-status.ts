import { AnalysisRuns } from '../../analysis/runs/analysis-runs.js';
import { SystemClock } from '../../base/clock.js';
import { productVersion } from '../../base/config/product-version.js';
import type { Settings } from '../../base/config/settings.js';
import { withConnection } from '../../database/servers/connect.js';
import type { Database } from '../../database/database.js';
import { isUpToDate, type MigrationState, migrationState } from '../../database/opening/migration-state.js';
import { entities } from '../../entities.js';
import { bytesWithSuccessor, type GraphBounds, graphMemory } from '../../graph/memory/graph-budget.js';
import { graphBounds } from '../../graph/memory/read-graph.js';
import { currentVersion } from '../../graph/store/graph-version.js';
import { spoolFolder } from '../../ingest/spool/open-spool-store.js';
import { countUnreadFiles } from '../../ingest/uploads/upload-files.repository.js';
import type { ChannelState } from '../../modules/alert-channels/alert-channels.fields.js';
import { countChannels } from '../../modules/alert-channels/alert-channels.repository.js';
import { type QueueState, TaskQueue } from '../../queue/task-queue.js';
import { type DiskSpace, spaceAt } from '../deployment/disk-space.js';
import { type RunningService, runningService } from '../deployment/running-service.js';
import { serviceUrl } from '../questions/service-url.js';
import { withSpool } from '../deployment/with-spool.js';
import type { Terminal } from '../terminal.js';
import { requireDatabase } from '../database/require-database.js';
import { withServer } from '../database/with-database.js';

export interface Status {
  /** This program, with the settings of this shell. */
  readonly program: {
    readonly version: string;
    readonly edition: string;
    readonly role: string;
    readonly node: string;
  };
  /** The service at HOST and PORT. */
  readonly service: RunningService;
  readonly database: ServerStatus;
  readonly migrations: MigrationState;
  /** Null unless the tables have the version of this program. */
  readonly work: WorkStatus | null;
  readonly data: DiskSpace;
  /** `bucket` is SPOOL_URL or null, and `files` is null if it does not answer. */
  readonly spool: DiskSpace & { readonly bucket: string | null; readonly files: number | null };
}

interface ServerStatus {
  readonly version: string;
  readonly name: string;
  readonly bytes: number;
  readonly connections: number;
  readonly maxConnections: number;
}

export interface WorkStatus {
  readonly graph: GraphBounds & {
    readonly version: number;
    readonly neededBytes: number;
    readonly memoryBytes: number;
  };
  readonly queue: QueueState & { readonly tasks: Readonly<Record<string, number>> };
  readonly unreadFiles: number;
  /** Channels of alerts by state; a state without channels is absent. */
  readonly channels: Readonly<Partial<Record<ChannelState, number>>>;
  readonly analysis: AnalysisStatus;
}

interface AnalysisStatus {
  /** The graph changed since the last complete run, and no run is requested. */
  readonly isMissed: boolean;
  /** Times in ISO 8601; null if there is no such run. */
  readonly waitingSince: string | null;
  readonly runningSince: string | null;
  readonly last: { readonly status: string; readonly finishedAt: string; readonly reason: string | null } | null;
}

/** @throws DatabaseUnavailableError */
export async function readStatus(terminal: Terminal): Promise<Status> {
  await requireDatabase(terminal);
  return withServer(terminal, ({ url, settings }) =>
    withConnection(url, { name: 'graphward-status' }, async (database) => {
      const migrations = await migrationState(database, entities);
      return {
        program: {
          version: productVersion(),
          edition: settings.edition,
          role: settings.role,
          node: process.versions.node,
        },
        service: await runningService(serviceUrl(settings), database),
        database: await serverStatus(database),
        migrations,
        work: isUpToDate(migrations) ? await workStatus(database, settings) : null,
        data: await spaceAt(settings.dataDir),
        spool: {
          ...(await spaceAt(spoolFolder(settings))),
          bucket: settings.spoolUrl || null,
          files: await countSpooled(settings),
        },
      };
    }),
  );
}

async function serverStatus(database: Database): Promise<ServerStatus> {
  const [row] = await database.query<ServerStatus>(
    `SELECT current_setting('server_version') AS version, current_database() AS name,
       pg_database_size(current_database())::float8 AS bytes,
       (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS connections,
       current_setting('max_connections')::int AS "maxConnections"`,
  );
  if (!row) throw new Error('a server has a status');
  return row;
}

async function workStatus(database: Database, settings: Settings): Promise<WorkStatus> {
  const queue = new TaskQueue(database);
  const bounds = await graphBounds(database);
  const sizes = { neededBytes: bytesWithSuccessor(bounds), memoryBytes: graphMemory(settings.graphMemory) };
  return {
    graph: { version: await currentVersion(database), ...bounds, ...sizes },
    queue: { ...(await queue.state()), tasks: await queue.countByName() },
    unreadFiles: await countUnreadFiles(database),
    channels: await countChannels(database),
    analysis: await analysisStatus(new AnalysisRuns(database, queue, new SystemClock())),
  };
}

async function analysisStatus(runs: AnalysisRuns): Promise<AnalysisStatus> {
  const [waiting, current, last] = [await runs.waiting(), await runs.current(), await runs.last()];
  return {
    isMissed: (await runs.missedVersion()) !== null,
    waitingSince: waiting?.requestedAt.toISOString() ?? null,
    runningSince: current?.startedAt?.toISOString() ?? null,
    last: last?.finishedAt
      ? { status: last.status, finishedAt: last.finishedAt.toISOString(), reason: last.reason }
      : null,
  };
}

async function countSpooled(settings: Settings): Promise<number | null> {
  try {
    return await withSpool(settings, async (store) => {
      let files = 0;
      for await (const _ of store.list()) files++;
      return files;
    });
  } catch {
    return null;
  }
}
