import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { jest } from './jest.mjs';
import { root } from './project.mjs';

const production = ['src/**/*.ts', '!**/*spec.ts', '!**/*.fixture.ts', '!src/database/migrations/**'];

/**
 * Runs tests and prints the share of the lines of each room that they run. Code of other processes and threads does not count.
 * @param words of Jest @returns the exit code
 */
export async function coverage(words) {
  const folder = await mkdtemp(join(tmpdir(), 'graphward-coverage-'));
  const from = production.map((it) => `--collectCoverageFrom=${it}`);
  try {
    const output = ['--coverageReporters=json-summary', `--coverageDirectory=${folder}`];
    const code = await jest(['--coverage', '--coverageProvider=v8', ...from, ...output, ...words]);
    const summary = await readFile(join(folder, 'coverage-summary.json'), 'utf8');
    process.stdout.write(tableOf(JSON.parse(summary)));
    return code;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function tableOf({ total, ...files }) {
  const rooms = new Map();
  for (const [file, { lines }] of Object.entries(files)) {
    const [, folder, inside] = relative(root, file).split(sep);
    const room = inside ? folder : 'src';
    const { covered = 0, total: all = 0 } = rooms.get(room) ?? {};
    rooms.set(room, { covered: covered + lines.covered, total: all + lines.total });
  }
  const rows = [...rooms].map(([room, lines]) => rowOf(room, lines)).toSorted();
  return ['| room | lines | run |', '| --- | --: | --: |', ...rows, rowOf('all', total.lines), ''].join('\n');
}

function rowOf(room, { covered, total }) {
  return `| ${room} | ${total} | ${((100 * covered) / total).toFixed(1)} % |`;
}
