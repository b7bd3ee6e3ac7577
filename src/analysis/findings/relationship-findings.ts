import type { ExtensionEnvironmentNode, StoredExtension } from '../../graph/extensions/read-extensions.js';
import { addToGroup } from '../../base/values/group-by.js';
import { accountKinds } from '../../graph/kinds/kind-definitions.js';
import type { Graph } from '../../graph/memory/graph.js';
import { findingOfKind } from './finding-types.js';

/** Edges of a kind from outside into tier zero are findings of a type. */
interface RelationshipFinding {
  readonly name: string;
  /** Numbers of the environments in which their ends are; null: in all. */
  readonly environments: ReadonlySet<number> | null;
}

/** What the service and its extensions look for. */
export interface FindingRules {
  readonly ofEdges: ReadonlyMap<number, readonly RelationshipFinding[]>;
  /** Kinds of nodes that log on. */
  readonly accounts: ReadonlySet<number>;
  /** Numbers of the environments of extensions. */
  readonly environments: ReadonlySet<number>;
}

/** @param numbers of kinds by their names */
export function findingRules(
  graph: Pick<Graph, 'environments'>,
  extensions: readonly StoredExtension[],
  nodes: readonly ExtensionEnvironmentNode[],
  numbers: ReadonlyMap<string, number>,
): FindingRules {
  const places = new Map(graph.environments.map((objectid, place) => [objectid, place]));
  const placesOf = (among: readonly ExtensionEnvironmentNode[]) =>
    new Set(among.flatMap(({ objectid }) => places.get(objectid) ?? []));
  const ofEdges = new Map<number, RelationshipFinding[]>();
  for (const [kind, name] of findingOfKind) addToGroup(ofEdges, kind, { name, environments: null });
  const models = extensions.map(({ model }) => model);
  for (const { name, kind, environment } of models.flatMap(({ findings }) => findings)) {
    const number = numbers.get(kind);
    const environments = placesOf(nodes.filter((it) => it.kind === environment));
    if (number !== undefined) addToGroup(ofEdges, number, { name, environments });
  }
  const principals = models.flatMap(({ environments }) => environments.flatMap((it) => it.principals));
  return {
    ofEdges,
    accounts: new Set([...accountKinds, ...principals.flatMap((kind) => numbers.get(kind) ?? [])]),
    environments: placesOf(nodes),
  };
}
