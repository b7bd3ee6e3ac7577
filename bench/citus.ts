import { join } from 'node:path';
import pino from 'pino';
import { AnalysisService } from '../src/analysis/analysis.service.js';
import { AnalysisRuns } from '../src/analysis/runs/analysis-runs.js';
import { Clock } from '../src/base/clock.js';
import { errorMessage } from '../src/base/error-message.js';
import { loadSettings } from '../src/base/config/load-settings.js';
import { Database, oneRow } from '../src/database/database.js';
import { GraphExpiry } from '../src/graph/writer/removal/graph-expiry.js';
import { GraphRemoval } from '../src/graph/writer/removal/graph-removal.js';
import type { GraphCriteria } from '../src/graph/writer/removal/selection.js';
import { IngestService } from '../src/ingest/ingest.service.js';
import { serve } from '../src/server.js';
import { demoEstate } from '../demo/generator/estate.js';
import { loadDemo } from '../demo/load-demo.js';
import { answersOf } from './citus/answers.js';
import { command, contentsOf, type Contents, graphOf, requireSame, withoutChance } from './citus/contents.js';
import { layOut } from './citus/layout.js';
import { estateOfNodes, writeFiles } from './estate.js';
import { print, printTable } from './measure.js';
import { enterpriseEnvironment, untilReady, withFolder } from './product.js';

/**
 * Does the same on an empty Citus and on an embedded PostgreSQL, and compares all rows and answers (docs/scaling.md):
 *
 *   npm run check:citus -- postgres://USER:PASSWORD@COORDINATOR:5432/DATABASE [WORKER:PORT ...]
 */
const [url, ...workers] = process.argv.slice(2);

const nodes = 10_000;
const start = Date.UTC(2026, 5, 1, 12);

type Service = Awaited<ReturnType<typeof serve>>;

/** Tables whose rows differ by chance: secrets, what belongs to one process, and numbers of nodes, which are compared by their names. */
const isOfBoth = (table: string) =>
  !/^(graphile_worker\..*|account|api_token|audit_log|session|write_probe|node|edge_list|collector_record|node_days|record_days|kind|change_log|graph_change|selected_node)$/.test(
    table,
  );

/** A restore makes a version. */
const isRestored = (table: string) => !['change_log', 'graph_change', 'graph_state', 'write_probe'].includes(table);

await withFolder(check).catch((error: unknown) => {
  print(`check:citus failed: ${errorMessage(error)}`);
  process.exitCode = 1;
});

async function check(folder: string): Promise<void> {
  if (!url) throw new Error('name the coordinator: npm run check:citus -- postgres://…');
  await layOut(url, workers);
  print('the tables are distributed');
  const citus = { ...enterpriseEnvironment(join(folder, 'citus'), url), ROLE: 'api' };
  const plain = { ...enterpriseEnvironment(join(folder, 'postgres')), ROLE: 'api' };
  const seconds = new Map<string, number[]>();
  const sides = [await sideOf(citus, folder), await sideOf(plain, folder)];
  const both = async (title: string, work: (service: Service) => Promise<unknown>) => {
    const found: Contents[] = [];
    for (const side of sides) {
      const begun = performance.now();
      const result = JSON.stringify(await work(side.service)) ?? '';
      seconds.set(title, [...(seconds.get(title) ?? []), (performance.now() - begun) / 1000]);
      found.push(new Map([...(await side.contents()), ['result', withoutChance(result)]]));
    }
    const compared = requireSame(`after "${title}", tables`, found[0]!, found[1]!, isOfBoth);
    print(`${title}: ${compared} tables are the same`);
  };
  try {
    await run(both, folder);
  } finally {
    for (const { service } of sides) await service.stop();
  }
  // Both are restored before they are asked: answers say that a restore came after the analysis.
  await move('Citus', citus, 'PostgreSQL', plain, folder);
  await move('PostgreSQL', plain, 'Citus', citus, folder);
  const services = [await serviceOf(citus), await serviceOf(plain)];
  try {
    const answers = [];
    for (const { url: address, app } of services) answers.push(await answersOf(address, app.get(Database)));
    print(`${requireSame('answers', answers[0]!, answers[1]!, () => true)} answers are the same`);
  } finally {
    for (const service of services) await service.stop();
  }
  printTable(
    'Seconds of each step',
    ['step', 'Citus', 'PostgreSQL', 'ratio'],
    [...seconds].map(([title, [one = 0, other = 0]]) => [
      title,
      one.toFixed(1),
      other.toFixed(1),
      (one / other).toFixed(1),
    ]),
  );
  print('check:citus passed');
}

type Environment = Readonly<Record<string, string>>;

async function serviceOf(environment: Environment): Promise<Service> {
  const service = await serve(loadSettings(environment), pino({ level: 'silent' }));
  await untilReady(service.url);
  return service;
}

async function sideOf(environment: Environment, folder: string) {
  const service = await serviceOf(environment);
  const database = service.app.get(Database);
  const file = join(folder, 'step.backup');
  const contents = async () => {
    await command({ ...environment, DATABASE_URL: database.url }, 'db', 'backup', file, '--force');
    return new Map([...(await contentsOf(file, withoutChance)), ...(await graphOf(database))]);
  };
  return { service, contents };
}

/** Restores a backup of one database on the other, and compares all rows. */
async function move(from: string, source: Environment, to: string, target: Environment, folder: string): Promise<void> {
  const [backup, again] = [join(folder, `${from}.backup`), join(folder, `${from}-again.backup`)];
  await command(source, 'db', 'backup', backup);
  await command(target, 'db', 'restore', backup, '--force');
  await command(target, 'db', 'check');
  await command(target, 'db', 'backup', again);
  const compared = requireSame('restored tables', await contentsOf(backup), await contentsOf(again), isRestored);
  print(`a backup of ${from} is restored on ${to}: ${compared} tables are the same`);
}

/** Loads, analyses, deletes and ages, on days of its own. */
async function run(
  both: (title: string, work: (service: Service) => Promise<unknown>) => Promise<void>,
  folder: string,
): Promise<void> {
  const estate = estateOfNodes(nodes);
  const days = [
    await writeFiles(join(folder, 'first'), estate),
    await writeFiles(join(folder, 'second'), estate, { changeEvery: 10, types: ['users', 'groups', 'domains'] }),
  ];
  await both('load the demo and analyse it', async ({ app }) => {
    setDay(app.get(Clock), 0);
    await loadDemo(app, demoEstate(new Date(start)), () => {});
  });
  for (const [day, { files }] of days.entries()) {
    await both(`load day ${day + 1}`, async ({ app }) => {
      setDay(app.get(Clock), 1 + 5 * day);
      const { files: reports } = await app.get(IngestService).ingestFiles(files);
      return reports.map(({ changes, faultCount }) => [changes, faultCount]);
    });
    await both(`analyse day ${day + 1}`, (service) => analyse(service, 1 + 5 * day));
  }
  const deletions: Readonly<Record<string, (kindOf: (name: string) => Promise<number>) => Promise<GraphCriteria>>> = {
    'edges of a kind': async (kindOf) => ({ edgeKinds: [await kindOf('CanRDP')] }),
    'nodes of a kind': async (kindOf) => ({ kinds: [await kindOf('GPO')] }),
    'a source': async (kindOf) => ({ source: await kindOf('AZBase') }),
    'what was not seen since a day': () => Promise.resolve({ notSeenSince: dayOf(1) }),
  };
  for (const [title, criteriaOf] of Object.entries(deletions))
    await both(`delete ${title}`, async ({ app }) => {
      const find = 'SELECT id FROM kind WHERE name = $1';
      const kindOf = async (name: string) => oneRow(await app.get(Database).query<{ id: number }>(find, [name])).id;
      const criteria = await criteriaOf(kindOf);
      const preview = await app.get(GraphRemoval).preview(criteria);
      return [preview, await app.get(GraphRemoval).remove(criteria, () => Promise.resolve())];
    });
  await both('remove what is too old', ({ app }) =>
    app.get(GraphExpiry).removeExpired(new Date(`${dayOf(9)}T12:00:00Z`), () => Promise.resolve()),
  );
  await both('analyse what is left', (service) => analyse(service, 9));
}

/** On a day of its own, because the last run is asked for by its time. */
async function analyse({ app }: Service, day: number): Promise<unknown> {
  setDay(app.get(Clock), day);
  const report = await app.get(AnalysisService).run();
  await app.get(AnalysisRuns).record('check', new Date(start), report);
  return [report.edges, report.skipped];
}

function dayOf(day: number): string {
  return new Date(start + day * 86_400_000).toISOString().slice(0, 10);
}

function setDay(clock: Clock, day: number): void {
  Object.assign(clock, { now: () => new Date(`${dayOf(day)}T12:00:00Z`) });
}
