import type { KnownPropertyDto } from '../../api/schema.js';

/** A word of a query that is being written. */
export interface OpenWord {
  readonly of: 'label' | 'kind' | 'property';
  /** The first label of the node of a property; absent: the query gives it none. */
  readonly label?: string;
  readonly text: string;
  /** Offset of its first letter. */
  readonly from: number;
}

const MOST = 8;

/** The label, kind or property before the caret; null if something else is being written. */
export function openWordAt(query: string, caret: number): OpenWord | null {
  const before = query.slice(0, caret);
  const [, variable = '', key = ''] = /\b([a-z_]\w*)\.(\w*)$/i.exec(before) ?? [];
  if (variable !== '') {
    const label = new RegExp(String.raw`\(\s*${variable}\s*:\s*(\w+)`).exec(query)?.[1];
    return { of: 'property', text: key, from: caret - key.length, ...(label !== undefined && { label }) };
  }
  const [, mark = '', text = ''] = /([:|]\s?)(\w*)$/.exec(before) ?? [];
  if (mark === '') return null;
  const [bracket, parenthesis] = [before.lastIndexOf('['), before.lastIndexOf('(')];
  const of = bracket > Math.max(parenthesis, before.lastIndexOf(']')) ? 'kind' : 'label';
  return { of, text, from: caret - text.length };
}

/** The names of the properties that nodes with a label have; all names without a label. */
export function propertiesOf(known: readonly KnownPropertyDto[], label: string | undefined): readonly string[] {
  const carrier = label?.startsWith('AZ') ? 'AZBase' : 'Base';
  const its = known.filter(({ kinds }) => label === undefined || kinds.includes(label) || kinds.includes(carrier));
  return its.map(({ name }) => name);
}

/** Names that begin with the word, then names that contain it. A word that is complete has none. */
export function completionsOf(word: OpenWord, names: readonly string[]): readonly string[] {
  const wanted = word.text.toLowerCase();
  const starting = names.filter((name) => name.toLowerCase().startsWith(wanted));
  const containing = names.filter((name) => name.toLowerCase().indexOf(wanted) > 0);
  const found = [...starting, ...containing].slice(0, MOST);
  return found.length === 1 && found[0] === word.text ? [] : found;
}

/** The query with the word completed, and the caret behind it. */
export function completed(
  query: string,
  word: OpenWord,
  name: string,
): { readonly text: string; readonly caret: number } {
  const end = word.from + word.text.length;
  return { text: query.slice(0, word.from) + name + query.slice(end), caret: word.from + name.length };
}

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
