import { chapters } from './asvs-table.mjs';

/** @returns the text of docs/asvs.md, from the table beside this file */
export function document() {
  const all = Object.values(chapters).flat();
  return `# Application Security Verification Standard

\`node scripts/run.mjs asvs\` writes this page from \`scripts/asvs-table.mjs\`. Do not edit it.

[OWASP ASVS 5.0](https://owasp.org/www-project-application-security-verification-standard/), levels 1 and 2, chapters V6 to
V10. The words are ours; the numbers are those of the standard. A test proves that the named files and tests exist.
Of ${all.length} requirements, ${all.filter((it) => it.at !== undefined).length} are met, and ${all.filter((it) => it.none !== undefined).length} do not concern this service.

${Object.entries(chapters).map(chapterOf).join('\n\n')}`;
}

function chapterOf([name, requirements]) {
  const rows = requirements.map((it) => `| ${it.id} | ${it.words} | ${whereOf(it)} |`);
  return `## ${name}\n\n| id | about | met by |\n| --- | --- | --- |\n${rows.join('\n')}`;
}

function whereOf({ at, title, none }) {
  if (none !== undefined) return `not concerned: ${none}`;
  const file = at.startsWith('docs/') ? `[${at.slice(5)}](${at.slice(5)})` : `\`${at}\``;
  return title === undefined ? file : `${file}: ${title.replaceAll('|', '/')}`;
}
