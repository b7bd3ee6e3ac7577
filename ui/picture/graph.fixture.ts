import type { Graph, GraphEdge, GraphNode } from './graph.js';

export function node(id: string, kind = 'Group', more: Partial<GraphNode> = {}): GraphNode {
  return {
    id,
    objectId: `S-${id}`,
    name: id,
    kind,
    isTierZero: false,
    isOwned: false,
    isDisabled: false,
    denials: 0,
    lastSeen: null,
    ...more,
  };
}

export function edge(source: string, kind: string, target: string): GraphEdge {
  return { source, target, kind, lastSeen: '2026-11-23T00:00:00.000Z' };
}

/** The width of a text whose letters are seven pixels wide. */
export const measure = (text: string) => Array.from(text).length * 7;

/** Numbers from 0 to 1 that are the same in each run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

const numbered = (count: number, prefix: string, kind: string, isTierZero = false) =>
  Array.from({ length: count }, (_, index) => node(`${prefix}${index}@BIRCH.LOCAL`, kind, { isTierZero }));

/**
 * The paths of 2,000 users to tier zero: they are in some of 150 groups, which administer 60 computers with sessions of 20 administrators,
 * who are in three groups with rights on the domain.
 */
export function frozenEstate(): Graph {
  const random = seeded(20_261_124);
  const layers = [
    numbered(2000, 'USER', 'User'),
    numbered(150, 'GROUP', 'Group'),
    numbered(60, 'PC', 'Computer'),
    numbered(20, 'ADMIN', 'User'),
    numbered(3, 'ADMINS', 'Group', true),
  ];
  const kinds = ['MemberOf', 'AdminTo', 'HasSession', 'MemberOf'];
  const edges = layers.slice(0, -1).flatMap((layer, index) =>
    layer.flatMap(({ id }) => {
      const nexts = layers[index + 1] ?? [];
      const targets = Array.from(
        { length: random() < 0.1 ? 2 : 1 },
        () => nexts[Math.floor(random() ** 2 * nexts.length)]?.id ?? '',
      );
      return [...new Set(targets)].map((target) => edge(id, kinds[index] ?? '', target));
    }),
  );
  const targets = new Set(edges.map(({ target }) => target));
  const isUsed = ({ id, kind }: GraphNode) => targets.has(id) || (kind === 'User' && id.startsWith('USER'));
  const nodes = layers.flat().filter(isUsed);
  const ids = new Set(nodes.map(({ id }) => id));
  return { nodes, edges: edges.filter(({ source }) => ids.has(source)) };
}
