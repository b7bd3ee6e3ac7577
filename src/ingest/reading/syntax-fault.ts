import { shownByte } from './json-bytes.js';

const namedPosition = /JSON at position (\d+)(?: \(line \d+ column \d+\))?$/;

/**
 * The place of the first error of a text that JSON.parse refuses: `unexpected "x" at byte 107`.
 * @param start position of the text in the file
 */
export function syntaxFault(bytes: Buffer, start: number): string {
  // Latin-1 has one character for each byte, and JSON has no syntax beyond ASCII.
  const at = positionOf(bytes.toString('latin1'));
  const byte = bytes[at];
  return `${byte === undefined ? 'ends' : `unexpected ${shownByte(byte)}`} at byte ${start + at}`;
}

/** JSON.parse names the position, but for the end and for an unexpected token. The token ends the shortest text with this error. */
function positionOf(text: string): number {
  const message = errorOf(text);
  const named = namedPosition.exec(message)?.[1];
  if (named !== undefined) return Number(named);
  if (message.startsWith('Unexpected end')) return text.length;
  const [token = ''] = message.split(',');
  let [valid, invalid] = [0, text.length];
  while (invalid - valid > 1) {
    const middle = (valid + invalid) >>> 1;
    if (errorOf(text.slice(0, middle)).startsWith(token)) invalid = middle;
    else valid = middle;
  }
  return valid;
}

function errorOf(text: string): string {
  try {
    JSON.parse(text);
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
}
