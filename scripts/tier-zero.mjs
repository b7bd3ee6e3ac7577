import { tierZeroRules } from '../dist/src/database/migrations/tier-zero-rules.js';

/** @returns the text of docs/tier-zero.md, from the rules of tier zero */
export function document() {
  const rows = tierZeroRules.map(
    ([name, seeds, change]) => `| ${name} | ${seeds} | ${change === 'fixed' ? 'no' : 'yes'} |`,
  );
  return `# Rules of tier zero

\`node scripts/run.mjs tier-zero\` writes this page from \`src/database/migrations/tier-zero-rules.ts\`. Do not edit it.

These rules find the seeds of tier zero; [collector-rules.md](collector-rules.md#tier-zero) has the nodes that are added to them.
Each rule is a selector of the tag. "Off" says whether an administrator may switch it off.
\`GET /api/v2/asset-group-tags/1/selectors\` lists the rules, with the selectors that users add.

| rule | seeds | off |
| ---- | ----- | --- |
${rows.join('\n')}`;
}
