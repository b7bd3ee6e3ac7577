import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

/** A command of a document and the shown part of its answer. */
export interface Example {
  readonly command: string;
  readonly answer: string;
}

/** A command goes on while its line ends with a backslash or within single quotes. */
const example = /^((?:[^'\\\n]|'[^']*'|\\[^])*)\n([^]*)$/;

export function examplesOf(markdown: string): Example[] {
  const blocks = [...markdown.matchAll(/^```console\n(.*?)^```$/gms)].map(([, text = '']) => text);
  return blocks.flatMap((block) =>
    block
      .split(/^\$ /m)
      .slice(1)
      .map((text) => {
        const [, command = text, answer = ''] = example.exec(text) ?? [];
        return { command, answer: answer.trimEnd() };
      }),
  );
}

/**
 * Compares a text with what a document shows of it. `…` stands for any part that is left out.
 * @returns the first shown part that is missing, with the text in its place
 */
export function missingPart(text: string, shown: string): string | undefined {
  const parts = shown.split('…');
  let from = 0;
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1;
    const found = isLast ? text.length - part.length : text.indexOf(part, from);
    const at = index === 0 ? 0 : found;
    const isThere = at >= from && text.startsWith(part, at) && (!isLast || at + part.length === text.length);
    if (!isThere) return `${part || 'the end'} is missing in ${text.slice(from, from + 1000)}`;
    from = at + part.length;
  }
  return undefined;
}

/**
 * Pastes all commands into one shell that has the variables, in their order.
 * @returns the output of each, with its exit code at the end if that is not 0
 */
export async function pasted(
  examples: readonly Example[],
  variables: Readonly<Record<string, string>>,
): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'pasted-'));
  try {
    const commands = examples.map(
      ({ command }, at) => `{ ${command}\n} > ${at}.out 2>&1 || echo "exit code $?" >> ${at}.out`,
    );
    const script = ['set -o pipefail', `. ${resolve('scripts/graphward.sh')}`, ...commands].join('\n');
    const env = { PATH: process.env['PATH'], ...variables };
    await promisify(execFile)('bash', ['-c', script], { cwd: folder, env });
    return await Promise.all(examples.map((_, at) => readFile(join(folder, `${at}.out`), 'utf8')));
  } finally {
    await rm(folder, { recursive: true });
  }
}
