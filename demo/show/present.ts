import { Capabilities } from '../../src/base/catalogue/capabilities.js';
import { calledAs } from '../../src/commands/output/called-as.js';
import { wrapped } from '../../src/commands/terminal.js';
import { signedHeaders } from '../signed-headers.js';
import { substituted } from './shell-file.js';
import type { ShowcaseCall } from './showcase-call.js';

/** The running service. */
export interface Stage {
  readonly url: string;
  readonly edition: 'community' | 'enterprise';
  readonly token: { readonly id: string; readonly key: string };
  /** Shell variables of the calls, with their values. */
  readonly variables: Readonly<Record<string, string>>;
}

/** Columns of a narrow terminal. */
const columns = 80;
const indent = '   ';
const answerLines = 3;

/** Makes each call and prints its meaning, two commands and the first lines of the answer, in 80 columns. */
export async function present(
  stage: Stage,
  calls: readonly ShowcaseCall[],
  print: (text: string) => void,
): Promise<void> {
  const capabilities = new Capabilities(stage.edition);
  for (const call of calls) {
    const { status, text } = await answerTo(stage, call);
    const isMissing = call.requires !== undefined && !capabilities.has(call.requires);
    const meaning = isMissing
      ? `This answer is expected: the ${stage.edition} edition does not have this path. EDITION=enterprise has it.`
      : call.meaning(text);
    print(`\n${call.title}`);
    print(`\n${wrapped(meaning, columns, indent)}`);
    const picture = call.picture?.(text) ?? [];
    if (picture.length > 0) print(`\n${picture.map((line) => wrapped([line], columns, indent)).join('\n')}`);
    print(`\n${[...assignment(call), curlCommand(call), signedCommand(call), ...commandLine(call)].join('\n')}`);
    print(`\n${excerpt(status, text)}`);
  }
}

async function answerTo(
  { url, token, variables }: Stage,
  call: ShowcaseCall,
): Promise<{ status: number; text: string }> {
  const { method } = call;
  const body = call.body?.(1) ?? '';
  const query = substituted(call.query ?? '', variables);
  const target = substituted(call.target, { ...variables, QUERY: query });
  const headers = { ...signedHeaders(token, method, target, body, new Date()), 'Content-Type': 'application/json' };
  const response = await fetch(url + target, { method, headers, ...(body && { body }) });
  return { status: response.status, text: await response.text() };
}

function assignment({ query }: ShowcaseCall): string[] {
  return query === undefined ? [] : [`${indent}QUERY="${query}"`];
}

function curlCommand({ target, body }: ShowcaseCall): string {
  const content = body ? ['-H "Content-Type: application/json"', `-d '${body(2)}'`] : [];
  return command(['curl -s -H "Authorization: Bearer $GRAPHWARD_TOKEN"', ...content, `"$GRAPHWARD_URL${target}"`]);
}

function signedCommand({ method, target, body }: ShowcaseCall): string {
  return command([`gw_signed ${method} "${target}"`, ...(body ? [`'${body(3)}'`] : [])]);
}

function commandLine({ command: words }: ShowcaseCall): string[] {
  return words === undefined ? [] : [`${indent}${calledAs()} ${words}`];
}

function command(parts: readonly string[]): string {
  return indent + parts.join(` \\\n${indent}  `);
}

function excerpt(status: number, text: string): string {
  const width = columns - indent.length - `${status}  `.length;
  const lines = text.match(new RegExp(`.{1,${width}}`, 'gu')) ?? [];
  const shown = lines.slice(0, answerLines);
  if (lines.length > answerLines) shown.push(`... (${text.length} characters)`);
  return shown.map((line, at) => `${indent}${at === 0 ? status : '   '}  ${line}`).join('\n');
}
