import { call } from '../api/call.js';
import type { NeighbourhoodDto } from '../api/schema.js';
import type { Graph, GraphEdge, GraphNode } from '../picture/graph.js';
import { mostAtOnce } from './acts.js';
import type { Direction, Scene } from './scene.js';

/** Objects that one answer brings. */
export const mostNew = 50;

/** Objects of a picture that are asked for with a question. */
function shownIn(scene: Scene): string[] {
  return [...scene.nodes.keys()];
}

/** Objects with all edges among them. */
export function openCall(objects: readonly string[]) {
  return call('POST /api/v2/graphs/neighbourhood', { body: { shown: [...objects] } });
}

/** Objects that come to a picture, 50 at most. */
export function addCall(scene: Scene, objects: readonly string[]) {
  return call('POST /api/v2/graphs/neighbourhood', { body: { shown: shownIn(scene), add: objects.slice(0, mostNew) } });
}

interface Neighbours {
  readonly of: string;
  readonly direction: Direction;
  readonly edge: string;
  /** A part of their names. */
  readonly name?: string;
  readonly limit?: number;
}

/** Neighbours that a picture does not show, those of tier zero first. */
export function neighboursCall(scene: Scene, { of, direction, edge, name = '', limit = mostAtOnce }: Neighbours) {
  const where = name.trim() === '' ? {} : { where: [`name:~eq:${name.trim()}`] };
  const expand = { node: of, direction, relationship_kinds: [edge], limit, ...where };
  return call('POST /api/v2/graphs/neighbourhood', { body: { shown: shownIn(scene), expand } });
}

/** The objects and edges of an answer; object ids are their keys. */
export function graphIn({ nodes, shown, edges }: NeighbourhoodDto): Graph {
  const keyOf = (id: string) => nodes[id]?.objectid ?? shown[id]?.objectid ?? '';
  return {
    nodes: Object.values(nodes).map(({ objectid, name, kind, tier_zero, owned, enabled, last_seen }): GraphNode => ({
      id: objectid,
      objectId: objectid,
      name,
      kind,
      isTierZero: tier_zero,
      isOwned: owned,
      isDisabled: enabled === false,
      denials: 0,
      lastSeen: last_seen,
    })),
    edges: edges.map(({ source, target, kind, lastSeen, reason }): GraphEdge => ({
      source: keyOf(source),
      target: keyOf(target),
      kind,
      lastSeen: lastSeen ?? null,
      ...(reason !== undefined && { reason }),
    })),
  };
}

/** Longest address of a picture. */
const longest = 2000;

/** The objects of a picture as values of the address; as many as an address has room for. An address without objects begins anew. */
export function addressOf(scene: Scene): { readonly node: readonly string[]; readonly isWhole: boolean } {
  const shown = [...scene.nodes.keys()].filter((key) => !scene.hidden.has(key));
  const all = shown.length > 0 ? shown : [...scene.nodes.keys()];
  let length = 0;
  const fitting = all.filter((key) => (length += key.length + '&node='.length) < longest);
  return { node: fitting, isWhole: fitting.length === all.length };
}
