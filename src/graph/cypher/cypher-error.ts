import { isSlipOf } from '../../base/values/closest-names.js';

/** `syntax`: the text is no query; `unsupported`: it writes or calls; `limit`: it exceeds a limit. */
export type CypherFault = 'syntax' | 'semantic' | 'type' | 'argument' | 'parameter' | 'unsupported' | 'limit';

/** A query that cannot be answered, with its place in the text if it has one. */
export class CypherError extends Error {
  /** @param at offset in the text; -1: the fault has no place */
  constructor(
    readonly fault: CypherFault,
    message: string,
    readonly at = -1,
  ) {
    super(message);
    this.name = 'CypherError';
  }
}

/** Line and column of an offset, both from 1. */
export function placeIn(text: string, at: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: before.at(-1)!.length + 1 };
}

/** ", or did you mean …?" if one of some names is written almost like a name; else an empty text. */
export function nearest(name: string, names: Iterable<string>): string {
  const wanted = name.toLowerCase();
  for (const other of names) if (isSlipOf(wanted, other.toLowerCase())) return `; did you mean ${other}?`;
  return '';
}
