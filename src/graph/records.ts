/** A value that a node or edge may carry; nulls are never stored. */
export type PropertyValue = string | number | boolean | readonly (string | number | boolean)[];
export type Properties = Readonly<Record<string, PropertyValue>>;

/** Longest object id, in UTF-16 units: an index of PostgreSQL accepts it in any script. */
export const maxObjectidLength = 600;

/** Whether an object is a part of another by its id, like the local group `S-1-5-21-1-1001-544` of a computer. */
export function isPartOf(objectid: string, whole: string): boolean {
  return objectid.startsWith(whole) && objectid[whole.length] === '-';
}

/** One node as a source states it. */
export interface NodeRecord {
  /** Identifies the node. Converters of directories and clouds write it in upper case, the one of OpenGraph as the file does. */
  readonly objectid: string;
  /** The primary kind first, the carrier kind (`Base`, `AZBase`, a source kind) last. */
  readonly kinds: readonly string[];
  readonly properties: Properties;
  /** False for a node that is only mentioned. A description overrides it. */
  readonly described: boolean;
  /** Of a description: properties that it states to have no value. */
  readonly erased?: readonly string[] | undefined;
}

/** An end of an edge by its object id. */
export interface KnownEndpoint {
  readonly objectid: string;
  readonly kinds: readonly string[];
  /** The edge waits for a node with this id. Otherwise a node that does not exist is created. */
  readonly mustExist?: boolean;
}

/** Directories and clouds ignore the case of these properties: their converters write upper case, and references compare without case. */
export const caselessProperties: ReadonlySet<string> = new Set([
  'name',
  'distinguishedname',
  'operatingsystem',
  'environmentid',
]);

/** An end of an edge by its properties. It is a fault if no node has them, or several. */
export interface MatchedEndpoint {
  /** All pairs must match. The case of object ids and of {@link caselessProperties} makes no difference. */
  readonly match: readonly { readonly key: string; readonly value: string | number | boolean }[];
  readonly kind?: string;
  /** The edge also waits if several nodes match: a later analysis may find one. */
  readonly waits?: boolean;
  /** If no node matches, this node is used, and there is no fault. */
  readonly otherwise?: KnownEndpoint;
}

export type Endpoint = KnownEndpoint | MatchedEndpoint;

export function isMatchedEndpoint(end: Endpoint): end is MatchedEndpoint {
  return 'match' in end;
}

/** One directed edge `source -kind-> target` as a source states it. */
export interface EdgeRecord {
  readonly source: Endpoint;
  readonly kind: string;
  readonly target: Endpoint;
  readonly properties: Properties;
  /** Index of the record in its file, for faults of an edge whose ends are looked up. */
  readonly record?: number;
}

/** An edge between nodes. */
export interface ResolvedEdge extends EdgeRecord {
  readonly source: KnownEndpoint;
  readonly target: KnownEndpoint;
}

/** Whether the end must be looked up. */
export function isLookedUp(end: Endpoint): boolean {
  return isMatchedEndpoint(end) || end.mustExist === true;
}

/** The kinds that an edge gives to itself and its ends. */
export function kindsOfEdge({ source, kind, target }: EdgeRecord): readonly string[] {
  return [kind, ...kindsOfEnd(source), ...kindsOfEnd(target)];
}

function kindsOfEnd(end: Endpoint): readonly string[] {
  return isMatchedEndpoint(end) ? (end.otherwise?.kinds ?? []) : end.kinds;
}

/** An edge that was left out, because no node has the properties of an end, or several have. */
export interface UnresolvedEdge {
  readonly record: number;
  readonly reason: string;
}

/** Counts of the changes by a payload. The same payload changes nothing a second time. An edge counts in each list that contains it. */
export interface Changes {
  readonly nodesCreated: number;
  readonly nodesChanged: number;
  readonly edgesCreated: number;
  readonly edgesChanged: number;
  /** Edges that a whole list no longer contains. */
  readonly edgesRemoved: number;
}

/** Edges that are left out are reported one by one up to this number. */
export const maxUnresolved = 1000;

export interface LoadResult extends Changes {
  /** The first edges that were left out, at most {@link maxUnresolved}. */
  readonly unresolved: readonly UnresolvedEdge[];
  /** How many edges were left out. */
  readonly unresolvedCount: number;
}

export function sumOfChanges(all: readonly Changes[]): Changes {
  const of = (key: keyof Changes) => all.reduce((total, changes) => total + changes[key], 0);
  return {
    nodesCreated: of('nodesCreated'),
    nodesChanged: of('nodesChanged'),
    edgesCreated: of('edgesCreated'),
    edgesChanged: of('edgesChanged'),
    edgesRemoved: of('edgesRemoved'),
  };
}

export function sumOfLoads(parts: readonly LoadResult[]): LoadResult {
  return {
    ...sumOfChanges(parts),
    unresolved: parts.flatMap(({ unresolved }) => unresolved).slice(0, maxUnresolved),
    unresolvedCount: parts.reduce((total, { unresolvedCount }) => total + unresolvedCount, 0),
  };
}
