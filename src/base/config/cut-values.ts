import { parseEnv } from 'node:util';

/**
 * Finds variables of an `.env` file whose values end at a `#`, because they are not in quotes and the rest is a comment.
 * @param text of the file
 */
export function cutValues(text: string): string[] {
  return [...text.matchAll(/^\s*(?:export\s+)?(\w+)\s*=(.*)$/gm)].flatMap(([line, name = '', value = '']) => {
    const read = parseEnv(line)[name] ?? '';
    const written = value.trim();
    return written.startsWith(`${read}#`) && /^\S/.test(written.slice(read.length + 1)) ? [name] : [];
  });
}
