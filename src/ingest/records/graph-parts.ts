import type {
  EdgeRecord,
  Endpoint,
  KnownEndpoint,
  NodeRecord,
  Properties,
  WholeListRecord,
} from '../../graph/records.js';
import type { Fields } from './fields.js';

/** The result of a converter. Converters yield parts one by one, because a record may have half a million members. */
export type GraphPart = NodeRecord | EdgeRecord | WholeListRecord;

export function isNode(part: GraphPart): part is NodeRecord {
  return 'described' in part;
}

export function isEdge(part: GraphPart): part is EdgeRecord {
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
 * Returns `list` as whole after `parts`, unless the conversion of `parts` reported a fault of `record`: an edge may be missing.
 * @param list null if no list is whole
 */
export function* completing(
  list: WholeListRecord | null,
  record: Fields,
  parts: Iterable<GraphPart>,
): Generator<GraphPart> {
  const faults = record.faultCount;
  yield* parts;
  if (list && record.faultCount === faults) {
    yield list;
  }
}
