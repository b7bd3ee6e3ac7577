import { NotFoundError } from '../../base/errors.js';
import type { NodeReference, UnknownNodes } from '../../graph/answers/graph-reader.js';
import { maxInt32 } from '../../http/input/rules.js';

/** A number, as answers write it, is the id of a node; any other text is an object id. */
export function referenceTo(text: string, place: string): NodeReference {
  const isId = /^[1-9]\d{0,9}$/.test(text) && Number(text) <= maxInt32;
  return isId ? { id: Number(text) } : { objectid: text, place };
}

/** @param given the nodes that a request names, by the name of the parameter */
export function unknownEnds(
  given: Readonly<Record<string, readonly string[]>>,
  { unknown }: UnknownNodes,
): NotFoundError {
  const missing = new Set(unknown.map((it) => ('objectid' in it ? it.objectid : String(it.id))));
  const [first = ''] = Object.entries(given).flatMap(([name, nodes]) =>
    nodes.some((it) => missing.has(it)) ? [name] : [],
  );
  const nodes = [...new Set(Object.values(given).flat())].filter((it) => missing.has(it));
  return new NotFoundError(`query.${first}`, `there is no node ${nodes.map((it) => JSON.stringify(it)).join(', ')}`);
}
