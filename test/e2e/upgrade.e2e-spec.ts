import { execFile } from 'node:child_process';
import { appendFile, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { build, type ServiceProcess, startService } from '../support/service-process.js';
import { bareDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';
import { withClient } from '../support/postgres/template.js';
import { bearerFetch, login } from '../support/signed-client.js';

const PASSWORD = 'a password for the test';
const MIGRATION = 'AddNote1999999999999';

let older: string;
let newer: string;
let folder: string;
let database: Awaited<ReturnType<typeof bareDatabase>>;
let emptyDatabase: Awaited<ReturnType<typeof bareDatabase>>;
const services: ServiceProcess[] = [];

beforeAll(async () => {
  [older, folder, database, emptyDatabase] = await Promise.all([
    build(),
    mkdtemp(join(tmpdir(), 'graphward-upgrade-')),
    bareDatabase(),
    bareDatabase(),
  ]);
  newer = await nextVersion();
});
afterAll(async () => {
  for (const service of services) service.kill();
  await Promise.all(services.map(({ ended }) => ended));
  await Promise.all([database.drop(), emptyDatabase.drop()]);
  for (const path of [older, folder]) await rm(path, { recursive: true, force: true });
});

/** The same program with one more migration. */
async function nextVersion(): Promise<string> {
  const program = join(folder, 'newer');
  await cp(older, program, { recursive: true, verbatimSymlinks: true });
  await appendFile(
    join(program, 'dist/src/database/migrations/migrations.js'),
    `
    export class ${MIGRATION} {
      name = '${MIGRATION}';
      up = (runner) => runner.query("ALTER TABLE custom_node ADD COLUMN note text NOT NULL DEFAULT 'none'");
      down = (runner) => runner.query('ALTER TABLE custom_node DROP COLUMN note');
    }
    migrations.push(${MIGRATION});
    `,
  );
  return program;
}

const environment = (DATABASE_URL: string) => ({
  DATABASE_URL,
  DATA_DIR: join(folder, 'data'),
  SECRET_KEY: 'a secret of more than 32 characters',
  PORT: '0',
  INITIAL_ADMIN_PASSWORD: PASSWORD,
});

function start(program: string, url: string): ServiceProcess {
  const service = startService(program, environment(url));
  services.push(service);
  return service;
}

async function started(program: string, databaseUrl: string) {
  const service = start(program, databaseUrl);
  const url = await service.listening;
  if (url === null) throw new Error(service.output());
  return { service, url };
}

function cli(program: string, databaseUrl: string, ...words: readonly string[]) {
  return promisify(execFile)(process.execPath, [join(program, 'dist/src/cli.js'), ...words], {
    cwd: program,
    env: { PATH: process.env['PATH'], ...environment(databaseUrl) },
  });
}

async function customNodes(url: string, session: string): Promise<unknown> {
  const answer = await bearerFetch(url, session, 'GET', '/api/v2/custom-nodes');
  expect(answer.status).toBe(200);
  return answer.json();
}

it('keeps the data in an upgrade, refuses the older program then, and goes back by a backup', async () => {
  const backup = join(folder, 'before.backup');
  const first = await started(older, database.url);
  const session = await login(first.url, 'admin', PASSWORD);
  const icon = { type: 'font-awesome', name: 'print', color: '#5B8DEF' };
  const body = JSON.stringify({ custom_types: { Printer: { icon } } });
  expect((await bearerFetch(first.url, session, 'POST', '/api/v2/custom-nodes', { body })).status).toBe(201);
  const before = await customNodes(first.url, session);
  await cli(older, database.url, 'db', 'backup', backup);
  expect(await first.service.stop()).toBe(0);

  const upgraded = await started(newer, database.url);
  await until(() => upgraded.service.output().includes(`migrated the database: ${MIGRATION}`));
  expect(await customNodes(upgraded.url, session)).toEqual(before);
  const notes = await withClient(database.url, (client) => client.query(`SELECT DISTINCT note FROM custom_node`));
  expect(notes.rows).toEqual([{ note: 'none' }]);
  expect(await upgraded.service.stop()).toBe(0);

  const refused = start(older, database.url);
  expect(await refused.listening).toBeNull();
  expect(await refused.stop()).toBe(3);
  expect(refused.output()).toMatch(
    new RegExp(
      `Graphward can't start:\nA newer Graphward migrated the database: this one .* does not know ${MIGRATION}\\. Start the newer one, or restore`,
    ),
  );

  await cli(older, emptyDatabase.url, 'db', 'restore', backup);
  const rows = await withClient(emptyDatabase.url, (client) => client.query('SELECT kind_name FROM custom_node'));
  expect(rows.rows).toEqual([{ kind_name: 'Printer' }]);
});
