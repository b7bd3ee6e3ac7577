/** A place in a query as errors of the service name it: both begin with 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** The place that a message begins with, such as `line 1, column 7: …`; null if it has none. */
export function placeIn(message: string): Place | null {
  const [, line, column] = /^line (\d+), column (\d+): /.exec(message) ?? [];
  return line === undefined || column === undefined ? null : { line: Number(line), column: Number(column) };
}

/** The line of a place, and a mark below its column. */
export function excerptAt(text: string, { line, column }: Place): string {
  const shown = text.split('\n')[line - 1] ?? '';
  return `${shown}\n${shown.slice(0, column - 1).replaceAll(/\S/g, ' ')}^`;
}
