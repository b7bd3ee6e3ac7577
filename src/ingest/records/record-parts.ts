import type {
  EdgeRecord,
  Endpoint,
  KnownEndpoint,
  NodeRecord,
  Properties,
  RecordPart,
  WholeListRecord,
} from '../../graph/records.js';
import { Kind } from '../../graph/kinds/kind-catalogue.js';
import type { Statements } from '../../graph/statements.js';
import type { Fields } from './fields.js';

export function isNode(part: RecordPart): part is NodeRecord {
  return 'described' in part;
}

export function isEdge(part: RecordPart): part is EdgeRecord {
  return 'source' in part;
}

const none: Properties = Object.freeze({});

/** The edge, or nothing if an endpoint is missing. */
export function link(
  source: Endpoint | null,
  kind: string,
  target: Endpoint | null,
  properties: Properties = none,
): readonly EdgeRecord[] {
  return source && target ? [{ source, kind, target, properties }] : [];
}

/** A node that the record describes. */
export function described(node: KnownEndpoint, properties: Properties): NodeRecord {
  return { objectid: node.objectid, kinds: node.kinds, properties, described: true };
}

/** A node that the record mentions without describing it. */
export function mentioned(node: KnownEndpoint, properties: Properties = none): NodeRecord {
  return { objectid: node.objectid, kinds: node.kinds, properties, described: false };
}

/**
 * Converts the entries of lists, and returns the lists as whole unless that reports a fault of `record`: an edge may be missing.
 * @param lists empty if no list can be whole
 * @param parts a function, so that all faults of the conversion are counted
 */
export function* wholeUnlessFaulty(
  record: Fields,
  lists: readonly WholeListRecord[],
  parts: () => Iterable<RecordPart>,
): Generator<RecordPart> {
  const faults = record.faultCount;
  yield* parts();
  if (record.faultCount === faults) {
    yield* lists;
  }
}

/** The edge of a list that has at most one. Without an edge the list is not whole, because it may not have been collected. */
export function onlyEdge(lists: readonly WholeListRecord[], edge: readonly EdgeRecord[]): readonly RecordPart[] {
  return edge.length > 0 ? [...edge, ...lists] : [];
}

const kinds: ReadonlyMap<string, number> = new Map(Object.entries(Kind));

/** States parts of formats that return them. */
export function stateParts(parts: Iterable<RecordPart>, into: Statements): null {
  for (const part of parts) {
    if (isEdge(part)) into.link(part.source, part.kind, part.target, part.properties);
    else if (!isNode(part)) into.whole(part.objectid, 'kind' in part.list ? (kinds.get(part.list.kind) ?? 0) : 0);
    else if (part.described) into.describe(part.objectid, part.kinds, part.properties);
    else into.supplement(part.objectid, part.kinds, part.properties);
  }
  return null;
}
