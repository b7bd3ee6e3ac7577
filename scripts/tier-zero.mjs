import { tierZeroRules } from '../dist/src/database/migrations/tier-zero-rules.js';
import { writeDocument } from './generated-document.mjs';

/**
 * Writes docs/tier-zero.md from the rules of tier zero. With `--print` it prints the document instead.
 * @returns the exit code
 */
export async function tierZero(words) {
  const rows = tierZeroRules.map(
    ([name, seeds, change]) => `| ${name} | ${seeds} | ${change === 'fixed' ? 'no' : 'yes'} |`,
  );
  await writeDocument('docs/tier-zero.md', documentOf(rows), words);
  return 0;
}

function documentOf(rows) {
  return `# Rules of tier zero

\`node scripts/run.mjs tier-zero\` writes this page from \`src/database/migrations/tier-zero-rules.ts\`. Do not edit it.

These rules find the seeds of tier zero; [collector-rules.md](collector-rules.md#tier-zero) says what is added to them.
Each rule is a selector of the tag. "Off" says whether an administrator may switch it off.
\`GET /api/v2/asset-group-tags/1/selectors\` lists the rules, with the selectors that users add.

| rule | seeds | off |
| ---- | ----- | --- |
${rows.join('\n')}`;
}
