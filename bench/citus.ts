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
import { command, contentsOf, type Contents, requireSame, withoutChance } from './citus/contents.js';
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

/** Tables whose rows differ by chance: secrets, and what belongs to one process. */
const isOfBoth = (table: string) =>
  !/^(graphile_worker\.|account$|api_token$|audit_log$|session$|write_probe$)/.test(table);

const hasVersion = (table: string) => !['change_log', 'graph_change', 'graph_state', 'write_probe'].includes(table);

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
  const results = new Map<string, readonly Contents[]>();
  const sides = [await sideOf(citus, folder), await sideOf(plain, folder)];
  const both = async (title: string, work: (service: Service) => Promise<unknown>) => {
    const found: Contents[] = [];
    for (const side of sides) {
      const begun = performance.now();
      const result = JSON.stringify(await work(side.service)) ?? '';
      seconds.set(title, [...(seconds.get(title) ?? []), (performance.now() - begun) / 1000]);
      found.push(new Map([...(await side.contents(withoutChance)), ['result', withoutChance(result)]]));
    }
    const compared = requireSame(`after "${title}", tables`, found[0]!, found[1]!, isOfBoth);
    results.set(title, found);
    print(`${title}: ${compared} tables are the same`);
  };
  try {
    await run(both, folder);
    const answers = [];
    for (const { service } of sides) answers.push(await answersOf(service.url, service.app.get(Database)));
    print(`${requireSame('answers', answers[0]!, answers[1]!, () => true)} answers are the same`);
  } finally {
    for (const { service } of sides) await service.stop();
  }
  const backups = [join(folder, 'citus.backup'), join(folder, 'postgres.backup')];
  for (const [side, environment] of [citus, plain].entries())
    await command(environment, 'db', 'backup', backups[side]!);
  await command(plain, 'db', 'restore', backups[0]!, '--force');
  await command(citus, 'db', 'restore', backups[1]!, '--force');
  for (const [side, environment] of [plain, citus].entries()) {
    await command(environment, 'check');
    const again = join(folder, `again-${side}.backup`);
    await command(environment, 'db', 'backup', again);
    const compared = requireSame(
      'restored tables',
      await contentsOf(backups[side]!),
      await contentsOf(again),
      hasVersion,
    );
    print(
      `a backup of ${['Citus', 'PostgreSQL'][side]} restored on ${['PostgreSQL', 'Citus'][side]}: ${compared} tables are the same`,
    );
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

async function sideOf(environment: Readonly<Record<string, string>>, folder: string) {
  const service = await serve(loadSettings(environment), pino({ level: 'silent' }));
  await untilReady(service.url);
  const file = join(folder, `${environment['DATABASE_URL'] ? 'citus' : 'postgres'}-step.backup`);
  const settings = { ...environment, DATABASE_URL: service.app.get(Database).url ?? '' };
  const contents = async (read: (row: string) => string) => {
    await command(settings, 'db', 'backup', file, '--force');
    return contentsOf(file, read);
  };
  return { service, contents };
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
    await both(`analyse day ${day + 1}`, analyse);
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
  await both('analyse what is left', analyse);
}

async function analyse({ app }: Service): Promise<unknown> {
  const report = await app.get(AnalysisService).run();
  await app.get(AnalysisRuns).record('check', new Date(start), report);
  return [report.edges, report.skipped, report.tierZero];
}

function dayOf(day: number): string {
  return new Date(start + day * 86_400_000).toISOString().slice(0, 10);
}

function setDay(clock: Clock, day: number): void {
  Object.assign(clock, { now: () => new Date(`${dayOf(day)}T12:00:00Z`) });
}
