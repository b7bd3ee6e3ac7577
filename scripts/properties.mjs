import { knownProperties } from '../dist/src/graph/conditions/known-properties.js';
import { writeDocument } from './generated-document.mjs';

/**
 * Writes docs/properties.md from the properties that conditions know. With `--print` it prints the document instead.
 * @returns the exit code
 */
export async function properties(words) {
  const types = new Map();
  for (const [name, { type, kinds }] of [...knownProperties].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    types.set(type, [...(types.get(type) ?? []), `\`${name}\` (${kinds.join(', ')})`]);
  await writeDocument('docs/properties.md', documentOf(types), words);
  return 0;
}

function documentOf(types) {
  return `# Properties of nodes

\`node scripts/run.mjs properties\` writes this page from \`src/graph/conditions/known-properties.ts\`. Do not edit it.

[Conditions](api.md#conditions-on-properties) compare these properties by their type, and refuse a value of another one. Kinds
whose nodes have the property are in brackets.

${[...types].map(([type, names]) => `- **${type}:** ${names.join(', ')}`).join('\n')}`;
}
