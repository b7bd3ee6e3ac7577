import type { NodeReference } from '../../graph/answers/node-reference.js';
import { maxInt32 } from '../../http/input/rules.js';

/** A number, as answers write it, is the id of a node; any other text is an object id. */
export function referenceTo(text: string, place: string): NodeReference {
  const isId = /^[1-9]\d{0,9}$/.test(text) && Number(text) <= maxInt32;
  return isId ? { id: Number(text), place } : { objectid: text, place };
}
