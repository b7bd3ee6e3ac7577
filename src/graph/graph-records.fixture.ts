import type { PlainGraph } from './answers/graph-reader-reference.fixture.js';
import {
  type EdgeRecord,
  type Endpoint,
  isLookedUp,
  type KnownEndpoint,
  type NodeRecord,
  type Properties,
} from './records.js';
import { ACL_LIST, PRIMARY_GROUP_LIST } from './store/list-row.js';
import type { GraphBatch } from './writer/batch/graph-batch.js';

/** A node as a source describes it; the first kind leads. */
export function described(objectid: string, kinds: readonly string[], properties: Properties = {}): NodeRecord {
  return { objectid, kinds, properties, described: true };
}

export function known(objectid: string, ...kinds: readonly string[]): KnownEndpoint {
  return { objectid, kinds };
}

/** An edge of record 0; ends given as text are known nodes of no particular kind. */
export function edge(
  source: Endpoint | string,
  kind: string,
  target: Endpoint | string,
  properties: Properties = {},
  record = 0,
): EdgeRecord {
  return { source: endpoint(source), kind, target: endpoint(target), properties, record };
}

function endpoint(end: Endpoint | string): Endpoint {
  return typeof end === 'string' ? known(end, 'Base') : end;
}

/**
 * A list of edges of one object. `acl`: edges with `isacl` into the object. `primary-group`: edges with `isprimarygroup` out of it. Else edges
 * of one kind into it or out of it, with neither.
 */
export type EdgeList =
  { readonly of: 'acl' | 'primary-group' } | { readonly of: 'incoming' | 'outgoing'; readonly kind: string };

/** A list that a record contains as a whole. */
interface WholeListPart {
  readonly objectid: string;
  readonly list: EdgeList;
}

/** States that a record contains a whole list. */
export function whole(objectid: string, list: EdgeList): WholeListPart {
  return { objectid, list };
}

/** A part of a record. */
export type RecordPart = NodeRecord | EdgeRecord | WholeListPart;

/** Puts the parts of a record into a batch. */
export function addTo(batch: GraphBatch, parts: readonly RecordPart[]): void {
  const isReference = (part: RecordPart) => 'source' in part && (isLookedUp(part.source) || isLookedUp(part.target));
  const waits = parts.some(isReference);
  for (const part of parts)
    if ('list' in part) (waits ? batch.deferred() : batch).whole(part.objectid, numberOf(part.list, batch));
    else if ('objectid' in part) batch.node(part);
    else if (waits) batch.deferred().edges.push(part);
    else batch.link(part.source, part.kind, part.target, part.properties);
}

function numberOf(list: EdgeList, { kinds }: GraphBatch): number {
  if ('kind' in list) return kinds.of(list.kind);
  return list.of === 'acl' ? ACL_LIST : PRIMARY_GROUP_LIST;
}

/** A plain graph as a source would state it. */
export function recordsOf({ nodes, memberOf, adminTo, owns }: PlainGraph): (NodeRecord | EdgeRecord)[] {
  const id = (place: number) => nodes[place]?.objectid ?? '';
  const edges = (kind: string, links: PlainGraph['owns']) =>
    links.map(([source, target]) => edge(id(source), kind, id(target)));
  return [
    ...nodes.map(({ objectid, kind, name }) => described(objectid, [kind, 'Base'], { name })),
    ...edges('MemberOf', memberOf),
    ...edges('AdminTo', adminTo),
    ...edges('Owns', owns),
  ];
}
