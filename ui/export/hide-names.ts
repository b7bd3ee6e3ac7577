import { addTo, compare, type Graph, type GraphNode } from '../picture/graph.js';

/**
 * Replaces names and ids of nodes by the capital letters of their kinds and a number: `U1`, `G2`. Nothing else of a node names it: its
 * properties are not part of the graph.
 */
export function withoutNames({ nodes, edges }: Graph): Graph {
  const letters = new Map<string, GraphNode[]>();
  for (const node of nodes.toSorted((one, other) => compare(one.id, other.id))) addTo(letters, lettersOf(node), node);
  const named = [...letters].flatMap(([letter, list]) =>
    list.map((node, index) => [node.id, `${letter}${index + 1}`] as const),
  );
  const names = new Map(named);
  const hidden = (id: string) => names.get(id) ?? '';
  return {
    nodes: nodes.map((node) => ({ ...node, id: hidden(node.id), objectId: hidden(node.id), name: hidden(node.id) })),
    edges: edges.map((edge) => ({ ...edge, source: hidden(edge.source), target: hidden(edge.target) })),
  };
}

function lettersOf({ kind }: GraphNode): string {
  return kind.replaceAll(/[^A-Z]/g, '') || 'N';
}
