import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';

const run = promisify(execFile);

let copy: string;

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'graphward-new-'));
  for (const part of ['src', 'demo', 'scripts', 'test', 'bench', 'package.json', 'tsconfig.json', '.prettierrc.json'])
    await cp(part, join(copy, part), { recursive: true });
  await symlink(resolve('node_modules'), join(copy, 'node_modules'));
});
afterAll(() => rm(copy, { recursive: true, force: true }));

/** @returns the files that it names */
async function make(...words: readonly string[]): Promise<string[]> {
  const { stderr } = await run(process.execPath, ['scripts/run.mjs', 'new', ...words], { cwd: copy });
  return stderr.match(/^(?:src|test)\/.*$/gm) ?? [];
}

it('a new resource of each edition touches at most 13 files, among them a migration of its own, and has the right types', async () => {
  const community = await make('widget-entries');
  expect(community).toContain('src/modules/widget-entries/widget-entry.entity.ts');
  expect(community.length).toBeLessThanOrEqual(13);
  expect(community.find((it) => it.endsWith('-create-widget-entries.ts'))).toMatch(
    /^src\/database\/migrations\/\d{13}-/,
  );
  const enterprise = await make('widgets', '--enterprise');
  expect(enterprise).toContain('src/modules/enterprise/widgets/widgets.http-spec.ts');
  expect(enterprise.length).toBeLessThanOrEqual(13);
  const controller = await readFile(join(copy, 'src/modules/widget-entries/widget-entries.controller.ts'), 'utf8');
  expect(controller).toContain("@ApiController('widget-entries', { name: 'widget entries', ");
  const program = 'node_modules/@typescript/native/bin/tsc';
  await run(process.execPath, [program, '--noEmit', '-p', 'tsconfig.json', '--incremental', 'false'], { cwd: copy });
});

it.each([
  ['a name that is no plural', 'sheep', 'plural in kebab-case'],
  ['a name that is taken', 'clients', 'src/modules/enterprise/clients exists'],
])('refuses %s', async (_, name, reason) => {
  await expect(make(name)).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining(reason) });
});
