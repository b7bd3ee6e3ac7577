import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { root } from './project.mjs';

/** Writes `docs/<name>.md` from tables of the sources, by the module that makes its text. With `--print` it prints the document instead. @returns the exit code */
export async function writePage(name, words) {
  const { document } = await import(`./${name}.mjs`);
  await writeDocument(`docs/${name}.md`, document(), words);
  return 0;
}

/**
 * Writes a document, or prints it if `words` contain `--print`.
 * @param path from the root of the project
 */
export async function writeDocument(path, text, words) {
  const filepath = join(root, path);
  const document = await format(text, { ...(await resolveConfig(filepath)), filepath });
  if (words.includes('--print')) process.stdout.write(document);
  else await writeFile(filepath, document);
}
