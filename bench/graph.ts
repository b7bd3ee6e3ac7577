import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import type { Estate } from '../demo/generator/estate.js';
import { AnalysisService } from '../src/analysis/analysis.service.js';
import { AnalysisRuns } from '../src/analysis/runs/analysis-runs.js';
import { Database } from '../src/database/database.js';
import { EntityReader } from '../src/graph/answers/entity-reader.js';
import { GraphKeeper } from '../src/graph/memory/graph-keeper.js';
import { estateOfUsers, timedIngest, writeFiles } from './estate.js';
import { reportChanges, reportGraphs, reportLists, reportThroughput } from './graph/admin-rights.js';
import { reportCertificates } from './graph/certificates.js';
import { reportEntities } from './graph/entities.js';
import { reportLayered } from './graph/layered.js';
import { reportLimited } from './graph/limited.js';
import { reportPlanted } from './graph/planted.js';
import { reportQuestions } from './graph/questions.js';
import { reportDocuments } from './graph/report.js';
import { reportStart, startService } from './graph/start.js';
import { userClasses } from './graph/user-classes.js';
import { format, print, runMeasurements } from './measure.js';
import { PostgresCpu } from './postgres-cpu.js';
import { enterpriseEnvironment, serviceEnvironment, withFolder, withProduct } from './product.js';

/**
 * Measures the analysis, the start of a service, paths and admin rights on a loaded estate. Times of admin rights are multiples of the
 * floor: one read of a node by its object id, which takes turns with them.
 *
 * `certificates` measures the analysis of an estate with certificate services, `layered` rankings of a graph without cycles,
 * `planted` plans of graphs whose smallest plan is known, `limited` questions of an account that is limited to environments, in multiples of
 * those of one that is not.
 *
 *   npm run bench:graph -- [10k | 32k | 60k | 100k | 1m | certificates | layered | planted | limited] ...
 */
const connections = 16;

const measureUsers = (users: number) => () => withFolder((folder) => run(estateOfUsers(users), folder));

await runMeasurements(
  {
    '10k': measureUsers(10_000),
    '32k': measureUsers(32_000),
    '60k': measureUsers(60_000),
    '100k': measureUsers(100_000),
    '1m': measureUsers(1_000_000),
    certificates: () => withFolder((folder) => withProduct({ DATA_DIR: folder }, reportCertificates)),
    layered: () => Promise.resolve(reportLayered()),
    planted: reportPlanted,
    limited: () => withFolder(compareLimited),
  },
  ['10k'],
);

async function run(estate: Estate, folder: string): Promise<void> {
  const environment = { DATA_DIR: join(folder, 'data'), DATABASE_POOL_SIZE: String(connections) };
  await withProduct(environment, async (app, url) => {
    const service = { ...serviceEnvironment(join(folder, 'service')), DATABASE_URL: url };
    const empty = await startService(service);
    await load(app, estate, join(folder, 'files'));
    await analyse(app);
    const database = app.get(Database);
    await database.query('VACUUM (ANALYZE) node, edge_list');
    reportStart(empty, await startService(service));
    await reportDocuments(service);
    await reportQuestions(database, service);
    await readGraph(app.get(GraphKeeper));
    const measured = { database, reader: app.get(EntityReader) };
    const classes = await userClasses(measured.reader, estate);
    await reportEntities(measured);
    await reportLists(measured, classes);
    await reportChanges(app, measured, classes);
    await reportGraphs(measured, classes);
    await reportThroughput(measured, classes, connections);
  });
}

function compareLimited(folder: string): Promise<void> {
  return withProduct({ DATA_DIR: join(folder, 'data') }, async (app, url) => {
    await load(app, estateOfUsers(10_000), join(folder, 'files'));
    await analyse(app);
    await app.get(Database).query('VACUUM (ANALYZE) node, edge_list');
    await reportLimited(app, enterpriseEnvironment(join(folder, 'service'), url));
  });
}

async function load(app: INestApplicationContext, estate: Estate, folder: string): Promise<void> {
  const { files, bytes } = await writeFiles(folder, estate);
  const { seconds, changes } = await timedIngest(app, await PostgresCpu.of(app.get(Database)), files);
  await rm(folder, { recursive: true });
  print(
    `\n${format(estate.plan.sizes.users)} users: ${format(changes.nodesCreated)} nodes, ` +
      `${format(changes.edgesCreated)} edges, loaded from ${format(bytes / 1e6)} MB in ${seconds.toFixed(1)} s`,
  );
}

/** Reads the graph as a process that answers questions does. */
async function readGraph(keeper: GraphKeeper): Promise<void> {
  await keeper.keepLoaded();
  const { graph, bytes, seconds, failure } = keeper.status;
  if (!graph) throw new Error(failure ?? 'the graph was not read');
  print(`the graph in memory: ${format(bytes / 1e6)} MB, read in ${seconds.toFixed(1)} s`);
}

/** The first analysis of the graph, then one without anything new. */
async function analyse(app: INestApplicationContext): Promise<void> {
  for (const title of ['first analysis', 'analysis again']) {
    const [start, startedAt] = [performance.now(), new Date()];
    const report = await app.get(AnalysisService).run();
    const { edges } = report;
    // The overview with the plan follows.
    await app.get(AnalysisRuns).record('bench', startedAt, report);
    const seconds = (performance.now() - start) / 1000;
    const created = edges.reduce((sum, kind) => sum + kind.created, 0);
    print(`${title}: ${seconds.toFixed(1)} s, ${format(created)} edges derived`);
  }
}
