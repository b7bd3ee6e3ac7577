import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { jest } from './jest.mjs';
import { root, say } from './project.mjs';

const production = ['src/**/*.ts', '!**/*spec.ts', '!**/*.fixture.ts', '!src/database/migrations/**'];

/** The tiers that run the code in the process of the test. */
const tiers = ['--selectProjects', 'unit', 'http', 'db', '-w', '3'];

/** Has the table of the floors. */
const document = join(root, 'CONTRIBUTING.md');
const table = /\| room +\| lines \| +run \|\n(?:\|.*\n)+/;

/** Percent by which the share of a room may fall. */
const mayFall = 0.5;

/**
 * Runs the tests of the tiers that run in one process, prints the share of the lines of each room that they run, and compares it with the table
 * of CONTRIBUTING.md, or writes that with `--write`. Code of other processes and threads does not count.
 * @param words of Jest, by default all of these tiers @returns the exit code: 1 if a test fails, or if a room has fallen
 */
export async function coverage(words) {
  const isWritten = words.includes('--write');
  const asked = words.filter((word) => word !== '--write');
  const folder = await mkdtemp(join(tmpdir(), 'graphward-coverage-'));
  const from = production.map((it) => `--collectCoverageFrom=${it}`);
  try {
    const output = ['--coverageReporters=json-summary', `--coverageDirectory=${folder}`];
    const code = await jest([
      '--coverage',
      '--coverageProvider=v8',
      ...from,
      ...output,
      ...(asked.length > 0 ? asked : tiers),
    ]);
    const summary = await readFile(join(folder, 'coverage-summary.json'), 'utf8');
    const rooms = roomsIn(JSON.parse(summary));
    process.stdout.write(tableOf(rooms));
    const text = await readFile(document, 'utf8');
    if (isWritten) await writeFile(document, text.replace(table, tableOf(rooms)));
    const falls = isWritten || asked.length > 0 ? [] : fallsOf(rooms, floorsIn(text));
    for (const fall of falls) say(fall);
    return code || (falls.length > 0 ? 1 : 0);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @returns by room, and for `all` */
function roomsIn({ total, ...files }) {
  const rooms = new Map();
  for (const [file, { lines }] of Object.entries(files)) {
    const [, folder, inside] = relative(root, file).split(sep);
    const room = inside ? folder : 'src';
    const { covered = 0, total: all = 0 } = rooms.get(room) ?? {};
    rooms.set(room, { covered: covered + lines.covered, total: all + lines.total });
  }
  const sorted = [...rooms].toSorted(([one], [other]) => one.localeCompare(other));
  return new Map([...sorted, ['all', total.lines]]);
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
