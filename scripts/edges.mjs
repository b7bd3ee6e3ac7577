import { kindDescriptions, kindFamilies } from '../dist/src/graph/kinds/descriptions/kind-descriptions.js';

const width = 120;

/** @returns the text of docs/edges.md, from the descriptions of kinds */
export function document() {
  const chapters = Object.entries(kindFamilies).map(([title, kinds]) => [
    `## ${title}`,
    ...Object.keys(kinds).map((name) => sectionOf(name, kindDescriptions[name])),
  ]);
  return [introduction(), ...chapters.flat()].join('\n\n');
}

function introduction() {
  const descriptions = Object.values(kindDescriptions);
  const traversable = descriptions.filter((it) => it.traversable).length;
  const families = Object.entries(kindFamilies).map(([title, kinds]) => {
    const links = Object.keys(kinds).map((name) => `[${name}](#${name.toLowerCase()})`);
    return wrapped(`- **${title}:** ${links.join(', ')}`, '  ');
  });
  return `# Kinds of edges

\`node scripts/run.mjs edges\` writes this page from \`src/graph/kinds/descriptions\`. Do not edit it.

The service knows ${descriptions.length} kinds of edges. ${traversable} of them are traversable: the start of such an edge gains control of its end,
and paths follow it. \`path --explain\` prints these texts for the steps of a path, and
\`GET /api/v2/graphs/kinds?descriptions=true\` returns them ([api.md](api.md#list-the-names-of-kinds)).

- **Rule** names the source of the edge: a collector states it, or the analysis derives it from other edges and
  properties. "The shortest principals" are groups in place of their members, if the whole group fulfils the rule.
- A drawing shows a small graph from which the rule derives the edge. The dotted edge is the derived one.
- Numbers of events are from the Windows security log, if no other log is named.

## Families

${families.join('\n')}`;
}

function sectionOf(name, { traversable, sentence, references, example, ...texts }) {
  const control = traversable ? 'Traversable.' : 'Not traversable.';
  return [
    `### ${name}`,
    wrapped(`A **${sentence}** B. ${control}`),
    [
      item('Rule', texts.rule),
      item('Meaning', texts.meaning),
      item('Danger', texts.danger),
      item('Detection', texts.detection),
      item('Remedy', texts.remediation),
      ...references.map((it) => `- <${it}>`),
    ].join('\n'),
    ...(example ? [drawingOf(name, example)] : []),
  ].join('\n\n');
}

function item(title, text) {
  return wrapped(`- **${title}.** ${text}`, '  ');
}

function drawingOf(name, { edges: stated, derived: [start, end] }) {
  const nodes = [...new Set([...stated.flatMap(([from, , to]) => [from, to]), start, end])];
  const node = (text) => `n${nodes.indexOf(text)}`;
  const lines = [
    ...nodes.map((text) => `${node(text)}["${text.replace(': ', '<br>')}"]`),
    ...stated.map(([from, kind, to]) => `${node(from)} -->|${kind}| ${node(to)}`),
    `${node(start)} -.->|${name}| ${node(end)}`,
  ];
  return ['```mermaid', 'graph LR', ...lines.map((line) => `  ${line}`), '```'].join('\n');
}

function wrapped(text, indent = '') {
  const lines = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line === undefined || line.length + 1 + word.length > width)
      lines.push(lines.length > 0 ? indent + word : word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines.join('\n');
}
