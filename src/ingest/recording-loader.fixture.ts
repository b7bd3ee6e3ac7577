import type { EdgeRecord, GraphSink, LoadResult, NodeRecord, WholeListRecord } from '../graph/records.js';

/** Replaces the loader: records the data of each payload, and drops them if the payload fails. */
export class RecordingLoader {
  readonly payloads: {
    readonly nodes: NodeRecord[];
    readonly edges: EdgeRecord[];
    readonly wholeLists: WholeListRecord[];
  }[] = [];
  result: Partial<LoadResult> = {};

  async load(produce: (sink: GraphSink) => Promise<void>): Promise<LoadResult> {
    const payload = {
      nodes: new Array<NodeRecord>(),
      edges: new Array<EdgeRecord>(),
      wholeLists: new Array<WholeListRecord>(),
    };
    await produce({
      node: (node) => void payload.nodes.push(node),
      edge: (edge) => void payload.edges.push(edge),
      wholeList: (list) => void payload.wholeLists.push(list),
      endOfRecord: () => {},
    });
    this.payloads.push(payload);
    return {
      nodesCreated: payload.nodes.length,
      nodesChanged: 0,
      edgesCreated: payload.edges.length,
      edgesChanged: 0,
      edgesRemoved: 0,
      unresolved: [],
      unresolvedCount: 0,
      version: this.payloads.length,
      ...this.result,
    };
  }

  tidy(): Promise<void> {
    return Promise.resolve();
  }
}
