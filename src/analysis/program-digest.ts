import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { kindDefinitions } from '../graph/kinds/kind-definitions.js';

const folder = new URL('.', import.meta.url);

/** Digest of the program files of the analysis. The package has no such files, and a constant in their place (scripts/release/bundle.mjs). */
export const programDigest = digestOfFiles();

function digestOfFiles(): string {
  const hash = createHash('sha256').update(JSON.stringify(kindDefinitions));
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.(?:js|ts)$/.test(name) && !/spec|fixture|\.d\./.test(name),
  );
  for (const file of files.toSorted()) hash.update(readFileSync(new URL(file, folder)));
  return hash.digest('hex').slice(0, 16);
}
