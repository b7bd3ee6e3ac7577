import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './project.mjs';

const folder = join(root, 'src/database/migrations');

/** @returns the text of docs/tier-zero.md, from the rules of tier zero that the migrations have made */
export function document() {
  const rules = new Set();
  const dumps = readdirSync(folder).filter((name) => name.endsWith('.dump'));
  for (const text of dumps.toSorted().map((name) => readFileSync(join(folder, name), 'utf8')))
    for (const [, sign, row] of text.matchAll(/^([+-]) row asset_group_selector (.*)$/gm))
      rules[sign === '+' ? 'add' : 'delete'](row);
  const rows = [...rules]
    .map((row) => JSON.parse(row))
    .toSorted((a, b) => a.id - b.id)
    .map(
      ({ name, description, allow_disable: isOptional }) =>
        `| ${name} | ${description} | ${isOptional ? 'yes' : 'no'} |`,
    );
  return `# Rules of tier zero

\`node scripts/run.mjs tier-zero\` writes this page from the dumps of the migrations. Do not edit it.

These rules find the seeds of tier zero; [collector-rules.md](collector-rules.md#tier-zero) has the nodes that are added to them.
Each rule is a selector of the tag. "Off" says whether an administrator may switch it off.
\`GET /api/v2/asset-group-tags/1/selectors\` lists the rules, with the selectors that users add.

| rule | seeds | off |
| ---- | ----- | --- |
${rows.join('\n')}`;
}
