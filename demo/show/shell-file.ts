import { writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { projectFolder } from '../../src/base/config/product-version.js';

/**
 * Writes a shell file with the variables and functions (scripts/graphward.sh) of the example calls. It contains credentials,
 * so only its owner may read it.
 * @returns its path, relative to the current folder if that is shorter
 */
export async function writeShellFile(folder: string, variables: Readonly<Record<string, string>>): Promise<string> {
  const file = join(folder, 'shell.sh');
  const exports = Object.entries(variables).map(([name, value]) => `export ${name}=${quoted(value)}`);
  const functions = `. ${quoted(join(projectFolder(), 'scripts', 'graphward.sh'))}`;
  await writeFile(file, `${[...exports, functions].join('\n')}\n`, { mode: 0o600 });
  const fromHere = relative(process.cwd(), file);
  return fromHere.length < file.length ? fromHere : file;
}

/** The text with each `$NAME` replaced by the value of the variable. */
export function substituted(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$([A-Z_]+)/g, (reference, name: string) => variables[name] ?? reference);
}

function quoted(value: string): string {
  return `'${value.replaceAll("'", String.raw`'\''`)}'`;
}
