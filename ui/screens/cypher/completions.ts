/** A word of a query that is being written. */
export interface OpenWord {
  readonly of: 'label' | 'kind';
  readonly text: string;
  /** Offset of its first letter. */
  readonly from: number;
}

const MOST = 8;

/** The label or kind before the caret; null if something else is being written. */
export function openWordAt(query: string, caret: number): OpenWord | null {
  const before = query.slice(0, caret);
  const [, mark = '', text = ''] = /([:|]\s?)(\w*)$/.exec(before) ?? [];
  if (mark === '') return null;
  const [bracket, parenthesis] = [before.lastIndexOf('['), before.lastIndexOf('(')];
  const of = bracket > Math.max(parenthesis, before.lastIndexOf(']')) ? 'kind' : 'label';
  return { of, text, from: caret - text.length };
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
