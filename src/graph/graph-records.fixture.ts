import type { PlainGraph } from './graph-reader-reference.fixture.js';
import type {
  EdgeList,
  EdgeRecord,
  Endpoint,
  GraphSink,
  KnownEndpoint,
  NodeRecord,
  Properties,
  RecordPart,
  WholeListRecord,
} from './records.js';
import type { GraphBatch } from './writer/graph-batch.js';

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

/** Puts a part of a record into a batch. */
export function addTo(batch: GraphBatch, part: RecordPart): void {
  if ('list' in part) batch.wholeList(part);
  else if ('objectid' in part) batch.node(part);
  else batch.edge(part);
}

/** A producer for {@link GraphLoader.load}: waits where the sink asks to. */
export function producing(...records: readonly RecordPart[]): (sink: GraphSink) => Promise<void> {
  return async (sink) => {
    for (const record of records) await give(sink, record);
  };
}

/** As {@link producing}, for records that come to an end each. */
export function producingRecords(records: readonly (readonly RecordPart[])[]): (sink: GraphSink) => Promise<void> {
  return async (sink) => {
    for (const parts of records) {
      for (const part of parts) await give(sink, part);
      await sink.endOfRecord();
    }
  };
}

function give(sink: GraphSink, record: RecordPart): void | Promise<void> {
  if ('list' in record) return sink.wholeList(record);
  return 'objectid' in record ? sink.node(record) : sink.edge(record);
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

/** A record that weighs so much that it is looked up by itself whether it is known. */
export function heavy(digit: number): RecordPart[] {
  return [described('H', ['Group', 'Base'], { note: `${digit}`.repeat(400_000) })];
}
