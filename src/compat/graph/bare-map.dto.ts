import type { DetailedNode } from '../../graph/answers/answer-nodes.js';

export interface BareEdge {
  /** Ids of nodes. */
  readonly source: number;
  readonly target: number;
  readonly kind: string;
  readonly data: object;
}

/** A graph as BloodHound answers it: nodes by their ids, and edges by `rel_` and their ends. */
export function bareMapOf(nodes: Iterable<DetailedNode>, edges: Iterable<BareEdge>): object {
  return Object.fromEntries(bareItems(nodes, edges));
}

/** The members of {@link bareMapOf}. */
export function* bareItems(
  nodes: Iterable<DetailedNode>,
  edges: Iterable<BareEdge>,
): Generator<readonly [string, object], void, undefined> {
  for (const node of nodes) yield [String(node.id), itemOf(node)];
  for (const { source, kind, target, data } of edges)
    yield [
      `rel_${source}_${kind}_${target}`,
      { id1: String(source), id2: String(target), label: { text: kind }, end2: { arrow: true }, data },
    ];
}

function itemOf({ objectid, name, label, kinds, lastSeen, properties }: DetailedNode): object {
  return {
    data: { ...properties, objectid, name, nodetype: label, kinds, lastseen: lastSeen },
    label: { text: name },
    size: 1,
  };
}
