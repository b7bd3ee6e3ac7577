import { createHash } from 'node:crypto';
import { Database } from '../../src/database/database.js';
import { demoAccount, type DemoCredentials } from '../../demo/demo-account.js';
import { demoEstate } from '../../demo/generator/estate.js';
import { loadDemo } from '../../demo/load-demo.js';
import { EntityReader } from '../../src/graph/answers/entity-reader.js';
import { GraphKeeper } from '../../src/graph/memory/graph-keeper.js';
import { NodeLookup } from '../../src/graph/lookups/node-lookup.js';
import { AssetGroupsService } from '../../src/modules/asset-groups/asset-groups.service.js';
import { domainResultCounts } from '../../src/modules/enterprise/jobs/domain-result.js';
import { finishedJobList } from '../../src/modules/enterprise/jobs/jobs.fields.js';
import { JobsService } from '../../src/modules/enterprise/jobs/jobs.service.js';
import { parseList } from '../../src/http/list/parse-list.js';
import { withProduct } from '../product.js';
import { limitedAccount } from '../limited-account.js';
import { adminRightsOf } from '../graph/admin-rights-query.js';

export interface Operation {
  readonly title: string;
  readonly path: string;
  readonly statements: readonly RecordedStatement[];
  /** Whether accounts that are limited to environments may call it. */
  readonly isSeen: boolean;
  /** Compares the answer of the service with the answer of the floor. */
  readonly isSame: (answer: string, ofFloor: string) => boolean;
}

export interface Prepared {
  readonly credentials: DemoCredentials;
  /** Of an account that is limited to all environments there are. */
  readonly limited: Pick<DemoCredentials, 'username' | 'password'>;
  readonly operations: readonly Operation[];
}

const jobs = 10_000;

/** Fills a new database with the demo estate and 10,000 jobs of three results each, and records the statements of each operation. */
export function prepare(environment: Readonly<Record<string, string>>): Promise<Prepared> {
  return withProduct(environment, async (app) => {
    const database = app.get(Database);
    const estate = demoEstate(new Date('2026-10-01T12:00:00Z'));
    await loadDemo(app, estate, () => {});
    await multiplyJobs(database);
    await database.query('VACUUM ANALYZE');
    // The analysis has just read the graph, and there is a pause until it is read again.
    while (!app.get(GraphKeeper).status.graph) await app.get(GraphKeeper).keepLoaded();
    const { objectId } = estate.personas.helpdesk;
    const page = parseList([['limit', '50']], finishedJobList, []);
    const order = [{ by: 'name', descending: false }] as const;
    const operations: Operation[] = [
      {
        title: '3 finished jobs, 50 rows',
        path: '/api/v2/jobs/finished?limit=50',
        statements: await recordStatements(database, () => app.get(JobsService).listFinished(page)),
        isSeen: false,
        isSame: sameBytes,
      },
      {
        title: '5 asset group, one row',
        path: '/api/v2/asset-groups/1',
        statements: await recordStatements(database, () => app.get(AssetGroupsService).get(1)),
        isSeen: true,
        isSame: sameBytes,
      },
      {
        title: '6 admin rights, 10 of a list',
        path: `/api/v2/users/${objectId}/admin-rights`,
        // The service finds the user in memory; without a graph in memory that takes a statement.
        statements: await recordStatements(database, async () => {
          await app.get(NodeLookup).findShown([objectId]);
          await app.get(EntityReader).page(adminRightsOf(objectId), { skip: 0, limit: 10, order });
        }),
        isSeen: true,
        isSame: sameObjects,
      },
    ];
    return { credentials: await demoAccount(app), limited: await limitedAccount(app), operations };
  });
}

function sameBytes(answer: string, ofFloor: string): boolean {
  return answer === ofFloor;
}

/** The service writes JSON from rows, which the floor sends as they are. */
function sameObjects(answer: string, ofFloor: string): boolean {
  const { data }: { data: { objectID: string }[] } = JSON.parse(answer);
  const rows: { objectid: string }[] = JSON.parse(ofFloor);
  return data.length > 0 && data.map((it) => it.objectID).join() === rows.map((it) => it.objectid).join();
}

/** Copies the demo's jobs, a minute apart, with three results each. */
async function multiplyJobs(database: Database): Promise<void> {
  const columns = `client_id, client_name, event_id, event_title, execution_time, start_time, end_time, last_ingest, status,
    status_message, log_path, domain_controller, session_collection, local_group_collection, ad_structure_collection,
    cert_services_collection, ca_registry_collection, dc_registry_collection, all_trusted_domains, ous, domains,
    created_at, updated_at, deleted_at`;
  const copied = columns.replaceAll(/(start|end)_time/g, `$1_time - n * interval '1 minute'`);
  await database.query(
    `INSERT INTO job (${columns}) SELECT ${copied} FROM job, generate_series(1, $1::int / (SELECT count(*)::int FROM job)) n`,
    [jobs],
  );
  const counts = domainResultCounts.join(', ');
  await database.query(
    `WITH sample AS (SELECT * FROM job_domain_result ORDER BY id LIMIT 1)
     INSERT INTO job_domain_result (job_id, domain_name, success, message, ${counts}, created_at, updated_at)
     SELECT job.id, domain_name, success, message, ${counts}, sample.created_at, sample.updated_at
     FROM job, sample, generate_series(1, 3)`,
  );
}

export interface RecordedStatement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** @returns the statements that `work` sends the second time, when all caches are warm */
export async function recordStatements(database: Database, work: () => Promise<unknown>): Promise<RecordedStatement[]> {
  await work();
  const recorded: RecordedStatement[] = [];
  const original = {
    prepared: database.prepared.bind(database),
    query: database.query.bind(database),
  };
  const record = (text: string, values: readonly unknown[] = []) => {
    recorded.push({ name: createHash('sha1').update(text).digest('hex').slice(0, 16), text, values });
  };
  const recording: Pick<Database, 'prepared' | 'query'> = {
    prepared: (text, values) => {
      record(text, values);
      return original.prepared(text, values);
    },
    query: (text, values) => {
      record(text, values);
      return original.query(text, values);
    },
  };
  Object.assign(database, recording);
  try {
    await work();
  } finally {
    Object.assign(database, original);
  }
  return recorded;
}
