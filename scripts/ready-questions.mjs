import { readyQuestions } from '../dist/src/modules/questions/ready-questions.js';

/** @returns the text of docs/ready-questions.md, from the ready questions */
export function document() {
  const chapters = Object.entries(readyQuestions).flatMap(([topic, ofTopic]) => [
    `## ${topic}`,
    ...Object.entries(ofTopic).map(([name, question]) => sectionOf(name, question)),
  ]);
  return [introduction, ...chapters].join('\n\n');
}

const introduction = `# Ready questions

\`node scripts/run.mjs ready-questions\` writes this page from \`src/modules/questions/ready-questions.ts\`. Do not edit it.

Each question is one call of the API. The command line asks it by its name, and the name or the id of an object:

\`\`\`console
$ npm run -s cli -- ask
$ npm run -s cli -- ask direct-members "DOMAIN ADMINS@HALDEN.EXAMPLE"
\`\`\`

- \`GET /api/v2/questions\` lists the questions ([api.md](api.md#ready-questions)).
- In a call, replace \`{object}\` by an object id, and \`{edge}\` by \`source,kind,target\`, the ends by their ids.
- Parameters of the call may be added: \`limit\`, \`environment\`, another \`where\`.
- Lists are CSV with \`Accept: text/csv\`, or \`--csv\`.`;

function sectionOf(name, { sentence, call, of }) {
  const parameter = of === undefined ? (call.includes('{edge}') ? ' EDGE' : '') : ` ${of.toUpperCase()}`;
  return `### ${name}

${sentence}

\`ask ${name}${parameter}\`

\`\`\`text
GET ${call.replaceAll('&', '\n  &')}
\`\`\``;
}
