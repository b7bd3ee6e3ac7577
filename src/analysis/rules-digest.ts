import { createHash, type Hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { kindDefinitions } from '../graph/kinds/kind-definitions.js';
import type { StoredSelector } from './tier-zero/selectors.js';

/** Folders with all program files of the rules. */
const folders = ['./', './rules/', './rules/certificates/', './tier-zero/', './data-quality/', './findings/'];

const ofProduct = digestOfFiles();

/**
 * Identifies the rules of one version of the product with the selectors and settings of users: a digest of the program files of these folders. It may change
 * without a change of a rule; then one analysis derives all anew.
 */
export function rulesDigest(selectors: readonly StoredSelector[], withCitrix: boolean): string {
  return digest(
    createHash('sha256')
      .update(ofProduct)
      .update(JSON.stringify([selectors, withCitrix])),
  );
}

function digestOfFiles(): string {
  const hash = createHash('sha256').update(JSON.stringify(kindDefinitions));
  for (const folder of folders) {
    const url = new URL(folder, import.meta.url);
    const files = readdirSync(url).filter(
      (name) => /^[^.]+(\.[a-z-]+)?\.(js|ts)$/.test(name) && !/spec|fixture|\.d\./.test(name),
    );
    for (const file of files.toSorted()) hash.update(readFileSync(new URL(file, url)));
  }
  return digest(hash);
}

function digest(hash: Hash): string {
  return hash.digest('hex').slice(0, 16);
}
