import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { jest } from './jest.mjs';
import { root, runNode, say } from './project.mjs';

const FOLDER = 'src/database/migrations';
const DATA_SOURCE = ['-d', 'dist/ormconfig.js'];

/** Runs `generate NAME`, `run` or `revert` of the TypeORM tool, or `freeze`. @returns the exit code */
export function migration([action = '', ...words]) {
  if (action === 'generate') return generate(words);
  if (action === 'freeze') return freeze();
  if (action === 'run' || action === 'revert') return typeorm(`migration:${action}`, [...words, ...DATA_SOURCE]);
  say(`migration: generate NAME, freeze, run or revert, not "${action}"`);
  return 1;
}

/** Compares the entities with a database after all migrations. With --check nothing is written. */
async function generate(words) {
  const options = words.filter((word) => word.startsWith('-'));
  const [name = options.length > 0 ? 'difference' : ''] = words.filter((word) => !word.startsWith('-'));
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) {
    say('migration:generate needs a name in kebab-case: npm run migration:generate -- create-widgets');
    return 1;
  }
  const before = new Set(migrationFiles());
  const code =
    (await runNode(['dist/src/cli.js', 'migrate'], ['ignore', 2, 2])) ||
    (await typeorm('migration:generate', [`${FOLDER}/${name}`, '--pretty', ...options, ...DATA_SOURCE]));
  const made = migrationFiles().filter((file) => !before.has(file));
  if (code !== 0 || made.length === 0) return code;
  await runNode(['node_modules/prettier/bin/prettier.cjs', '--write', '--log-level', 'warn', ...made]);
  say(
    `Read ${made.join(', ')}, then add its class to src/database/migrations/migrations.ts, which lists the migrations that run, ` +
      'and write its dump: npm run migration:freeze',
  );
  return 0;
}

/** Writes what each new migration changes to a dump beside it. A migration that differs from its dump is an error. */
function freeze() {
  process.env.FREEZE_MIGRATIONS = 'true';
  return jest(['--selectProjects', 'db', '--testPathPatterns', 'migrations/migrations.db-spec']);
}

function typeorm(command, words) {
  return runNode(['node_modules/typeorm/cli.js', command, ...words]);
}

function migrationFiles() {
  return readdirSync(join(root, FOLDER)).map((name) => `${FOLDER}/${name}`);
}
