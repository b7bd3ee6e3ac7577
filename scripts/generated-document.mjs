import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { root } from './project.mjs';

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
