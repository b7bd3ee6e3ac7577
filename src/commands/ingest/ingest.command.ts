import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type GivenService, withServiceOptions } from '../questions/service-options.js';
import type { IngestOutcome } from './run-ingest.js';
import type { RegisterCommand, Terminal } from '../terminal.js';

const collectedEnding = /\.(json|zip|gz)$/i;

interface IngestOptions extends GivenService {
  readonly json?: boolean;
}

/** `ingest FILE...`: reads files of collectors into the graph and analyses it, here or by a running service. */
export const registerIngest: RegisterCommand = (program, terminal) => {
  const command = program
    .command('ingest')
    .description('read files of SharpHound, AzureHound or OpenGraph (JSON, ZIP, gzip, folders of these) into the graph')
    .argument('<files...>', 'files and folders')
    .option('--json', 'print the report as JSON');
  const remoteText = 'upload the files to a running service and wait until it has analysed them';
  withServiceOptions(command, remoteText).action(async (words: readonly string[], options: IngestOptions) => {
    const { json = false, remote = false } = options;
    const files = await collectedFiles(words);
    const { outcomeText } = await import('./ingest-tables.js');
    const outcome = remote ? await uploaded(terminal, files, options) : await read(terminal, files);
    terminal.print(json ? JSON.stringify(outcome, null, 2) : outcomeText(outcome, terminal));
    const failed = outcome.files.filter(({ status }) => status !== 'complete').length;
    if (failed > 0) {
      throw new Error(`${failed} of ${outcome.files.length} files could not be read to their end`);
    }
  });
};

async function read(terminal: Terminal, files: readonly string[]): Promise<IngestOutcome> {
  const { runIngest } = await import('./run-ingest.js');
  return runIngest(terminal, files);
}

async function uploaded(terminal: Terminal, files: readonly string[], given: GivenService): Promise<IngestOutcome> {
  const { remoteIngest } = await import('./remote-ingest.js');
  return remoteIngest(terminal, files, given);
}

/**
 * Lists files; a folder stands for its `.json`, `.zip` and `.gz` files, sorted by name.
 * @throws Error if a path does not exist, is neither a file nor a folder, or is a folder without such files
 */
export async function collectedFiles(words: readonly string[]): Promise<string[]> {
  const files: string[] = [];
  for (const word of words) {
    files.push(...(await filesOf(word)));
  }
  return files;
}

async function filesOf(word: string): Promise<string[]> {
  const found = await stat(word).catch(() => null);
  if (!found) {
    throw new Error(`${word}: there is no such file or folder`);
  }
  if (found.isFile()) {
    return [word];
  }
  if (!found.isDirectory()) {
    throw new Error(`${word}: is neither a file nor a folder`);
  }
  const files: string[] = [];
  for (const name of (await readdir(word)).filter((entry) => collectedEnding.test(entry)).toSorted()) {
    const path = join(word, name);
    if ((await stat(path).catch(() => null))?.isFile()) {
      files.push(path);
    }
  }
  if (files.length === 0) {
    throw new Error(`${word}: the folder contains no .json, .zip or .gz files`);
  }
  return files;
}
