const code = (character: string): number => character.charCodeAt(0);

export const [QUOTE, BACKSLASH, COLON, COMMA, SPACE] = [code('"'), code('\\'), code(':'), code(','), code(' ')];
export const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [code('{'), code('}'), code('['), code(']')];

export function isSpace(byte: number | undefined): boolean {
  return byte === SPACE || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** A byte in an error message. */
export function shownByte(byte: number): string {
  if (byte === QUOTE) return 'a quote (")';
  return byte > SPACE && byte < 0x7f
    ? `"${String.fromCharCode(byte)}"`
    : `the byte 0x${byte.toString(16).padStart(2, '0')}`;
}
