import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, runNode, say } from '../project.mjs';
import { namesOf, renamed } from './resource-names.mjs';

const sample = 'scripts/new/spare-parts';

/**
 * Writes a resource with a table, a list, a create and a delete, and adds it to the lists that name each resource. The sample beside this
 * file is checked like the rest of the product.
 * @param words the plural in kebab-case, and `--enterprise` for that edition
 * @returns the exit code
 */
export async function newResource(words) {
  const [plural = ''] = words.filter((word) => word !== '--enterprise');
  const isEnterprise = words.includes('--enterprise');
  const names = namesOf(plural);
  if (!/^[a-z]+(-[a-z]+)*$/.test(plural) || names.one.kebab === plural) {
    say('new: give a plural in kebab-case: npm run new -- backup-plans');
    return 1;
  }
  const folder = `src/modules/${isEnterprise ? 'enterprise/' : ''}${plural}`;
  const taken = ['src/modules', 'src/modules/enterprise'].find((it) => existsSync(join(root, it, plural)));
  if (taken) {
    say(`new: ${taken}/${plural} exists`);
    return 1;
  }
  const migration = writeMigration(names);
  const registered = register(folder, names, isEnterprise, migration.name);
  const changed = [...writeFiles(folder, names, isEnterprise), migration.path, ...registered];
  await runNode(['node_modules/prettier/bin/prettier.cjs', '--write', '--log-level', 'warn', ...changed]);
  say(
    `wrote ${changed.length} files:\n${changed.join('\n')}\nCONTRIBUTING.md says what remains: fields, rules, documents, the dump of the migration.`,
  );
  return 0;
}

function writeFiles(folder, names, isEnterprise) {
  mkdirSync(join(root, folder));
  return readdirSync(join(root, sample)).map((file) => {
    const text = renamed(readFileSync(join(root, sample, file), 'utf8'), names)
      .replaceAll("'../../../src/", isEnterprise ? "'../../../" : "'../../")
      .replaceAll("'../../../test/", isEnterprise ? "'../../../../test/" : "'../../../test/");
    const path = `${folder}/${renamed(file, names)}`;
    writeFileSync(join(root, path), isEnterprise ? ofCapability(text, names) : text);
    return path;
  });
}

function ofCapability(text, { many }) {
  return text
    .replace(/^@ApiController/m, `@Requires('${many.kebab}')\n@ApiController`)
    .replace(/^import \{ JsonBody \}/m, "import { Requires } from '../../../http/edition/edition.module.js';\n$&");
}

/** Adds the resource to the lists of the product. @returns the files */
function register(folder, names, isEnterprise, migration) {
  const { one, many } = names;
  const edition = isEnterprise ? 'enterprise' : 'community';
  const [entity, module] = [`${one.pascal}Entity`, `${many.pascal}Module`];
  const inSource = folder.replace('src/', './');
  const edits = {
    'src/app.module.ts': [
      before('import { RoleGuard }', `import { ${module} } from '${inSource}/${many.kebab}.module.js';\n`),
      [new RegExp(`(const ${edition} = \\[[^\\]]*?),?\\s*\\];`), `$1, ${module}];`],
    ],
    'src/entities.ts': [
      before('\n/** The entities', `import { ${entity} } from '${inSource}/${one.kebab}.entity.js';\n`),
      before('];', `  ${entity},\n`),
    ],
    'src/database/migrations/migrations.ts': [
      before('\n/** Every migration', `import { ${migration} } from './${migrationFile(migration)}.js';\n`),
      [/(const migrations: Function\[\] = \[[^\]]*?),?\s*\];/, `$1, ${migration}];`],
    ],
    ...(isEnterprise && {
      'src/base/catalogue/capabilities.ts': [[/(enterprise: \[[^\]]*)\]/, `$1, '${many.kebab}']`]],
    }),
  };
  for (const [file, changes] of Object.entries(edits)) edit(file, changes);
  return Object.keys(edits);
}

function before(mark, text) {
  return [mark, `${text}${mark}`];
}

function edit(file, changes) {
  let text = readFileSync(join(root, file), 'utf8');
  for (const [from, to] of changes) {
    const next = text.replace(from, to);
    if (next === text) throw new Error(`${file} has no ${String(from)}`);
    text = next;
  }
  writeFileSync(join(root, file), text);
}

/** `CreateWidgets1796000000000` is in `1796000000000-create-widgets`. */
function migrationFile(name) {
  const [, words, time] = /^(\D+)(\d+)$/.exec(name);
  return time + words.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function writeMigration({ one, many }) {
  const name = `Create${many.pascal}${Date.now()}`;
  const path = `src/database/migrations/${migrationFile(name)}.ts`;
  writeFileSync(join(root, path), migrationText(name, one.snake));
  return { name, path };
}

function migrationText(name, table) {
  return `import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ${name} implements MigrationInterface {
  readonly name = '${name}';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(\`
      CREATE TABLE "${table}" (
        "id" integer GENERATED ALWAYS AS IDENTITY NOT NULL,
        "name" text NOT NULL,
        CONSTRAINT "${table}_name_key" UNIQUE ("name"),
        CONSTRAINT "${table}_pkey" PRIMARY KEY ("id")
      )\`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE "${table}"');
  }
}
`;
}
