import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { kindDefinitions } from '../graph/kinds/kind-definitions.js';

/** Folders with all program files of the rules. */
const folders = ['./', './rules/', './rules/certificates/', './tier-zero/', './data-quality/', './findings/'];

/** Digest of the program files of the rules. The package has no such files, and a constant in their place (scripts/release/bundle.mjs). */
export const programDigest = digestOfFiles();

function digestOfFiles(): string {
  const hash = createHash('sha256').update(JSON.stringify(kindDefinitions));
  for (const folder of folders) {
    const url = new URL(folder, import.meta.url);
    const files = readdirSync(url).filter(
      (name) => /^[^.]+(\.[a-z-]+)?\.(js|ts)$/.test(name) && !/spec|fixture|\.d\./.test(name),
    );
    for (const file of files.toSorted()) hash.update(readFileSync(new URL(file, url)));
  }
  return hash.digest('hex').slice(0, 16);
}
