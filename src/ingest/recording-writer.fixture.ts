import type { Changes, LoadResult, NodeRecord } from '../graph/records.js';
import type { GraphBatch } from '../graph/writer/batch/graph-batch.js';
import type { PayloadTarget } from './payloads/payload-reader.js';

interface WrittenPayload {
  readonly nodes: NodeRecord[];
  /** Object ids of owners, and numbers of lists. */
  readonly wholeLists: string[];
}

/** Replaces the writer of the graph: stores the statements of each payload that has any. */
export class RecordingWriter {
  readonly payloads: WrittenPayload[] = [];
  /** Replaces the results of all payloads. */
  result: Partial<LoadResult> = {};
  /** The error of all writes. */
  failure: Error | null = null;

  payload(): PayloadTarget {
    const payload: WrittenPayload = { nodes: [], wholeLists: [] };
    return {
      known: () => Promise.resolve(new Map()),
      write: (batch) => {
        if (this.failure) return Promise.reject(this.failure);
        if (!this.payloads.includes(payload)) this.payloads.push(payload);
        return Promise.resolve(store(batch, payload));
      },
      finish: () => Promise.resolve({ ...nothing, unresolved: [], unresolvedCount: 0, ...this.result }),
    };
  }
}

const nothing: Changes = {
  nodesCreated: 0,
  nodesChanged: 0,
  edgesCreated: 0,
  edgesChanged: 0,
  edgesRemoved: 0,
};

function store({ objectids, kindLists, records, lists, edges }: GraphBatch, payload: WrittenPayload): Changes {
  const nodes = records.flatMap((record) =>
    record.nodes.map(({ object, kinds, described, properties }) => ({
      objectid: objectids[object] ?? '',
      kinds: kindLists[kinds] ?? [],
      properties,
      described,
    })),
  );
  payload.nodes.push(...nodes);
  const whole = lists.owner
    .toArray()
    .flatMap((owner, statement) =>
      lists.isWhole.at(statement) === 1 ? [`${objectids[owner]} ${lists.list.at(statement)}`] : [],
    );
  payload.wholeLists.push(...whole);
  return { ...nothing, nodesCreated: nodes.length, edgesCreated: edges.peer.length };
}
