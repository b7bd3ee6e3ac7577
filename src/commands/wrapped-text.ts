/**
 * A text in lines of at most `width` characters, broken at its spaces. A word that is longer than a line is broken, too.
 * @param first indent of the first line
 * @param rest indent of the others
 */
export function wrapped(text: string, width: number, first = '', rest = first): string {
  const lines: string[] = [];
  let line = first;
  for (const word of text.split(' ')) {
    const isEmpty = line === (lines.length === 0 ? first : rest);
    if (!isEmpty && line.length + 1 + word.length > width) {
      lines.push(line);
      line = rest + word;
    } else {
      line += isEmpty ? word : ` ${word}`;
    }
    for (; line.length > width; line = rest + line.slice(width)) lines.push(line.slice(0, width));
  }
  return [...lines, line].join('\n');
}
