import type { UnifiedGraphDto } from '../api/schema.js';

/** A graph to be drawn or exported. */
export interface Graph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

export interface GraphNode {
  /** Unique in the graph. */
  readonly id: string;
  readonly objectId: string;
  readonly name: string;
  readonly kind: string;
  readonly isTierZero: boolean;
  readonly isOwned: boolean;
  readonly isDisabled: boolean;
  /** Unusual entries of its access control list that deny something. */
  readonly denials: number;
  /** Time at which a source last described or mentioned it, if it is known. */
  readonly lastSeen: string | null;
  /** Whether it stands for objects that are not known. */
  readonly isUnknown?: true;
}

export interface GraphEdge {
  /** Ids of nodes. */
  readonly source: string;
  readonly target: string;
  readonly kind: string;
  /** Time at which a source last stated the edge. Null: the analysis derived it. */
  readonly lastSeen: string | null;
  /** Why a walk leads out of a container over it. */
  readonly reason?: string | undefined;
}

/** Orders nodes by name, then by id, whatever their order in an answer. */
export function byName(one: GraphNode, other: GraphNode): number {
  return compare(one.name, other.name) || compare(one.id, other.id);
}

export function byEnds(one: GraphEdge, other: GraphEdge): number {
  return compare(one.source, other.source) || compare(one.target, other.target) || compare(one.kind, other.kind);
}

/** By code units, so that all browsers have the same order. */
export function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** The lists of a map of lists. */
export function addTo<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** Ids of the nodes that no edge leaves: the ends of paths. */
export function sinksOf({ nodes, edges }: Graph): string[] {
  const sources = new Set(edges.map(({ source }) => source));
  return nodes.map(({ id }) => id).filter((id) => !sources.has(id));
}

export function graphOf({ nodes, edges, stub }: UnifiedGraphDto): Graph {
  const known = {
    nodes: Object.entries(nodes).map(
      ([id, { label, kind, objectId, isTierZero, isOwnedObject, lastSeen, properties }]) => ({
        id,
        objectId,
        name: label,
        kind,
        isTierZero,
        isOwned: isOwnedObject,
        isDisabled: properties['enabled'] === false,
        denials: denialsOf(properties),
        lastSeen,
      }),
    ),
    edges: edges.map(({ source, target, kind, lastSeen, reason }) => ({
      source,
      target,
      kind,
      lastSeen: lastSeen ?? null,
      ...(reason !== undefined && { reason }),
    })),
  };
  return stub ? withStub(known, stub) : known;
}

/** Of nodes about which an answer says no more. */
const unmarked = { isTierZero: false, isOwned: false, isDisabled: false, denials: 0, lastSeen: null } as const;

/** Adds one node for all that the account does not see. Neither it nor its edges have an id or a kind. */
function withStub({ nodes, edges }: Graph, { sources, targets }: NonNullable<UnifiedGraphDto['stub']>): Graph {
  const name = 'hidden objects';
  const stub = { id: 'hidden', objectId: '', name, kind: '', ...unmarked, isUnknown: true } as const;
  return {
    nodes: [...nodes, stub],
    edges: [
      ...edges,
      ...sources.map((source) => ({ source, target: stub.id, kind: '', lastSeen: null })),
      ...targets.map((target) => ({ source: stub.id, target, kind: '', lastSeen: null })),
    ],
  };
}

/** Where an edge is from; empty if nothing is known of it. */
export function originOf({ kind, lastSeen }: GraphEdge): string {
  if (kind === '') return '';
  return lastSeen === null ? 'derived' : 'stated';
}

/** A role of a holder in an administrative unit whose members are not known. */
export interface UnknownReach {
  readonly holder: string;
  readonly scope: string;
  readonly scope_name: string;
}

/** Adds a node for the unknown members of each unit in which a node of the graph has a role. */
export function withUnknownReach({ nodes, edges }: Graph, reaches: readonly UnknownReach[] = []): Graph {
  const holders = new Map(nodes.map(({ id, objectId }) => [objectId, id]));
  const stubs = new Map<string, GraphNode>();
  const links = new Map<string, GraphEdge>();
  for (const { holder, scope, scope_name } of reaches) {
    const source = holders.get(holder);
    if (source === undefined) continue;
    const name = `some users or groups of ${scope_name}, unknown`;
    stubs.set(scope, { id: scope, objectId: scope, name, kind: 'AZAdministrativeUnit', ...unmarked, isUnknown: true });
    links.set(JSON.stringify([source, scope]), { source, target: scope, kind: 'AZScopedTo', lastSeen: null });
  }
  return { nodes: [...nodes, ...stubs.values()], edges: [...edges, ...links.values()] };
}

function denialsOf(properties: Readonly<Record<string, unknown>>): number {
  const counts = [properties['customexplicitdenyacescount'], properties['custominheriteddenyacescount']];
  return counts.reduce<number>((sum, count) => sum + (typeof count === 'number' ? count : 0), 0);
}

/** The answer of a list with `type=graph`. */
export interface ListGraphAnswer {
  readonly data: {
    readonly nodes: readonly { readonly objectID: string; readonly name: string; readonly label: string }[];
    readonly edges: readonly { readonly source: string; readonly target: string; readonly kind: string }[];
    readonly truncated: boolean;
  };
}

/** Its nodes have their object ids as ids, and no marks. */
export function listGraphOf({ data: { nodes, edges } }: ListGraphAnswer): Graph {
  return {
    nodes: nodes.map(({ objectID: id, name, label: kind }) => ({ id, objectId: id, name, kind, ...unmarked })),
    edges: edges.map(({ source, target, kind }) => ({ source, target, kind, lastSeen: null })),
  };
}
