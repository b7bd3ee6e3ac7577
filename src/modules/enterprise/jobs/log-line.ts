import { storableText } from '../../../database/storable.js';

const mostCharacters = 2_000;

/** Text of others, as a log takes it: one line of moderate length. */
export function logLine(text: string): string {
  const line = text
    .slice(0, mostCharacters)
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim();
  return storableText(text.length > mostCharacters ? `${line} …` : line);
}
