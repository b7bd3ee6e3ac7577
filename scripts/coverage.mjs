import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { mergeProcessCovs } from '@bcoe/v8-coverage';
import coverageMaps from 'istanbul-lib-coverage';
import v8ToIstanbul from 'v8-to-istanbul';
import { jest } from './jest.mjs';
import { root, say } from './project.mjs';

const tiers = ['unit', 'http', 'db', 'inventory', 'e2e', 'ui'];
const production = ['src/**/*.ts', '!**/*spec.ts', '!**/*.fixture.ts', '!src/database/migrations/**'];

/** What each tier ran last, by its name. */
const kept = join(root, 'dist/coverage');

/** Has the table of the floors. */
const document = join(root, 'CONTRIBUTING.md');
const table = /\| room +\| lines \| +run \|\n(?:\|.*\n)+/;

/** Percent by which the share of a room may fall. */
const mayFall = 0.5;

/**
 * Runs tiers of the tests, prints the share of the lines of each room that they run, and compares it with the table of CONTRIBUTING.md.
 * Code counts wherever it runs: in the process of the test, in its threads, or in services that it starts.
 * @param words tiers, by default all; `--write` writes the table from what each tier ran last
 * @returns the exit code: 1 if a test fails, or if a room has fallen
 */
export async function coverage(words) {
  const isWritten = words.includes('--write');
  const asked = words.filter((word) => word !== '--write');
  const run = asked.length > 0 || isWritten ? asked : tiers;
  let code = 0;
  for (const tier of run) code = (await measure(tier)) || code;
  const ran = coverageMaps.createCoverageMap();
  for (const file of await readdir(kept)) ran.merge(JSON.parse(await readFile(join(kept, file), 'utf8')));
  const rooms = roomsIn(ran);
  process.stdout.write(tableOf(rooms));
  const text = await readFile(document, 'utf8');
  if (isWritten) await writeFile(document, text.replace(table, tableOf(rooms)));
  const falls = isWritten || asked.length > 0 ? [] : fallsOf(rooms, floorsIn(text));
  for (const fall of falls) say(fall);
  return code || (falls.length > 0 ? 1 : 0);
}

/** Runs a tier, and keeps what it ran, unless the tests were interrupted. @returns the exit code of Jest */
async function measure(tier) {
  const folder = join(root, 'dist/coverage-of-tier');
  const others = join(folder, 'others');
  await rm(folder, { recursive: true, force: true });
  await mkdir(others, { recursive: true });
  await mkdir(kept, { recursive: true });
  // The workers of Jest pass it on to what they start (test/support/built-worker.cjs). Jest itself measures what runs in them.
  process.env['COVERAGE_OF_OTHERS'] = others;
  const output = ['--coverageReporters=json', `--coverageDirectory=${folder}`];
  const from = production.map((it) => `--collectCoverageFrom=${it}`);
  const tests = ['--selectProjects', tier, '-w', '3'];
  const code = await jest(['--coverage', '--coverageProvider=v8', ...output, ...from, ...tests]);
  const result = join(folder, 'coverage-final.json');
  if (!existsSync(result)) return code || 1;
  const ran = coverageMaps.createCoverageMap(JSON.parse(await readFile(result, 'utf8')));
  for (const script of await ranByOthers(others)) {
    const converter = v8ToIstanbul(fileURLToPath(script.url));
    await converter.load();
    converter.applyCoverage(script.functions);
    const [file, lines] = Object.entries(converter.toIstanbul())[0];
    if (file in ran.data) ran.merge({ [file]: lines });
  }
  await writeFile(join(kept, `${tier}.json`), JSON.stringify(ran));
  return code;
}

/** @returns V8's coverage of the compiled sources by all processes and threads together */
async function ranByOthers(folder) {
  const sources = pathToFileURL(join(root, 'dist/src/')).href;
  let all = { result: [] };
  for (const file of await readdir(folder)) {
    const text = await readFile(join(folder, file), 'utf8');
    // A process that a test kills may write a part of its file.
    if (!text.endsWith('}')) continue;
    const result = JSON.parse(text).result.filter(({ url }) => url.startsWith(sources));
    all = mergeProcessCovs([all, { result }]);
  }
  return all.result;
}

/** @returns by room, and for `all` */
function roomsIn(ran) {
  const rooms = new Map();
  const all = { covered: 0, total: 0 };
  for (const file of ran.files().toSorted()) {
    const { covered, total } = ran.fileCoverageFor(file).toSummary().lines;
    const [, folder, inside] = relative(root, file).split(sep);
    const room = inside ? folder : 'src';
    const sum = rooms.get(room) ?? { covered: 0, total: 0 };
    rooms.set(room, sum);
    for (const it of [sum, all]) Object.assign(it, { covered: it.covered + covered, total: it.total + total });
  }
  const sorted = [...rooms].toSorted(([one], [other]) => one.localeCompare(other));
  return new Map([...sorted, ['all', all]]);
}

function tableOf(rooms) {
  const rows = [...rooms].map(
    ([room, { total, covered }]) =>
      `| ${room.padEnd(13)} | ${String(total).padStart(5)} | ${shareOf(total, covered).padStart(4)} % |`,
  );
  return ['| room          | lines |    run |', '| ------------- | ----: | -----: |', ...rows, ''].join('\n');
}

function shareOf(total, covered) {
  return ((100 * covered) / total).toFixed(1);
}

/** @returns by room: lines, and the share that tests run */
function floorsIn(text) {
  const [rows = ''] = table.exec(text) ?? [];
  return new Map(
    [...rows.matchAll(/\| (\w+) +\| +(\d+) \| +([\d.]+) % \|/g)].map(([, room, lines, share]) => [
      room,
      [lines, share].map(Number),
    ]),
  );
}

/** A share that falls because lines were deleted that tests ran is no fall. */
function fallsOf(rooms, floors) {
  return [...rooms].flatMap(([room, { total, covered }]) => {
    const [lines, floor] = floors.get(room) ?? [0, 0];
    const hasFallen = (100 * covered) / total < floor - mayFall && total - covered > lines * (1 - floor / 100);
    return hasFallen ? [`${room}: tests run ${shareOf(total, covered)} % of its lines, ${floor} % before`] : [];
  });
}
