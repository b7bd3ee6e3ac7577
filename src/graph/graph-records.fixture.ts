import type { PlainGraph } from './answers/graph-reader-reference.fixture.js';
import type {
  EdgeList,
  EdgeRecord,
  Endpoint,
  KnownEndpoint,
  NodeRecord,
  Properties,
  WholeListRecord,
} from './records.js';
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

/** Says that a list is given whole. */
export function whole(objectid: string, list: EdgeList): WholeListRecord {
  return { objectid, list };
}

/** A part of a record. */
export type RecordPart = NodeRecord | EdgeRecord | WholeListRecord;

/** Puts a part of a record into a batch. */
export function addTo(batch: GraphBatch, part: RecordPart): void {
  if ('list' in part) batch.wholeList(part);
  else if ('objectid' in part) batch.node(part);
  else batch.edgeRecord(part);
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
