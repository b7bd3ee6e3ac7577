import type {
  EdgeRecord,
  Endpoint,
  KnownEndpoint,
  NodeRecord,
  Properties,
  WholeListRecord,
} from '../../graph/records.js';
import type { Fields } from './fields.js';

/** An edge before its record's index is known. */
export type EdgeDraft = Omit<EdgeRecord, 'record'>;

/** What a converter makes of a record, one after the other so that a record with half a million members needs no list of them. */
export type GraphPart = NodeRecord | EdgeDraft | WholeListRecord;

export function isNode(part: GraphPart): part is NodeRecord {
  return 'described' in part;
}

export function isEdge(part: GraphPart): part is EdgeDraft {
  return 'source' in part;
}

const none: Properties = Object.freeze({});

/** The edge, or nothing where an endpoint has no id. */
export function* link(
  source: Endpoint | null,
  kind: string,
  target: Endpoint | null,
  properties: Properties = none,
): Generator<EdgeDraft> {
  if (source && target) {
    yield { source, kind, target, properties };
  }
}

/** A node that the record describes. */
export function described(node: KnownEndpoint, properties: Properties): NodeRecord {
  return { objectid: node.objectid, kinds: node.kinds, properties, described: true };
}

/** A node that the record merely mentions, with what it happens to say of it. */
export function mentioned(node: KnownEndpoint, properties: Properties = none): NodeRecord {
  return { objectid: node.objectid, kinds: node.kinds, properties, described: false };
}

/**
 * The parts that are read from `record` while they are taken, and after them that they are all of `list`: not where something was at
 * fault, for then an edge may have been left out.
 * @param list null: nothing is said of a list.
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
