import type { DetailedNode } from '../../graph/answer-nodes.js';
import type { EntityPaths } from '../../graph/entity-reader.js';

/** Paths as BloodHound answers them: nodes by their ids, and edges by `rel_` and their ends. */
export function bareMapOf({ nodes, edges }: EntityPaths<DetailedNode>): object {
  return Object.fromEntries([
    ...nodes.map((node) => [node.id, itemOf(node)] as const),
    ...edges.map(({ source, kind, target }) => [
      `rel_${source.id}_${kind}_${target.id}`,
      { id1: String(source.id), id2: String(target.id), label: { text: kind }, end2: { arrow: true }, data: {} },
    ]),
  ]);
}

function itemOf({ objectid, name, label, kinds, lastSeen, properties }: DetailedNode): object {
  return {
    data: { ...properties, objectid, name, nodetype: label, kinds, lastseen: lastSeen },
    label: { text: name },
    size: 1,
  };
}
