import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { root } from './project.mjs';
import { sampleZip } from './sample-zip.mjs';

const compressible = ['.html', '.js', '.css', '.svg'];

// Builds the page of ui/ into dist/ui. Beside each file are its compressed forms (.br, .gz), so that the service never compresses.
const { output } = await build({
  root: join(root, 'ui'),
  configFile: join(root, 'ui/vite.config.ts'),
  logLevel: 'warn',
});
// The release passes on the licences of these.
const modules = output.flatMap(({ moduleIds = [] }) => moduleIds);
const packages = modules.flatMap(
  (id) => /node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id.replaceAll('\\', '/'))?.[0] ?? [],
);
writeFileSync(join(root, 'dist/ui-packages.json'), JSON.stringify([...new Set(packages)]));
const folder = join(root, 'dist/ui');
const { demoEstate } = await import('../dist/demo/generator/estate.js');
writeFileSync(join(folder, 'sample.zip'), sampleZip(demoEstate(new Date())));
for (const name of readdirSync(folder, { recursive: true })) {
  if (!compressible.includes(extname(name))) continue;
  const file = join(folder, name);
  const content = readFileSync(file);
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  writeFileSync(
    `${file}.br`,
    brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
  );
}
