import { type Budget, size } from './budget.js';
import { EdgeValue, fromJson, type MapValue, NodeValue, type Value } from '../data/values.js';

/** Nodes and edges whose properties a query has to have before it goes on. */
export interface Needs {
  readonly nodes: readonly number[];
  readonly edges: readonly EdgeValue[];
}

type Json = Readonly<Record<string, unknown>>;

/** Properties in the order of {@link Needs}. */
export interface Supplies {
  /** JSON as text, so that the event loop does not read it. */
  readonly nodes: readonly (string | Json)[];
  readonly edges: readonly Json[];
}

const none: MapValue = new Map();

/** The properties that a query has read so far. A look-up of others notes that they are missing. */
export class Properties {
  private readonly nodes = new Map<number, MapValue>();
  private readonly edges = new Map<string, MapValue>();
  private missingNodes = new Set<number>();
  private missingEdges = new Map<string, EdgeValue>();

  constructor(private readonly budget: Budget) {}

  of(entity: NodeValue | EdgeValue): MapValue {
    if (entity instanceof NodeValue) {
      const known = this.nodes.get(entity.node);
      if (!known) this.missingNodes.add(entity.node);
      return known ?? none;
    }
    const { key } = entity;
    const known = this.edges.get(key);
    if (!known) this.missingEdges.set(key, entity);
    return known ?? none;
  }

  get(entity: NodeValue | EdgeValue, key: string): Value {
    return this.of(entity).get(key) ?? null;
  }

  /** Nodes and edges that were looked up in vain since the last call; null: none. */
  takeMissing(): Needs | null {
    if (this.missingNodes.size === 0 && this.missingEdges.size === 0) return null;
    const needs = { nodes: [...this.missingNodes], edges: [...this.missingEdges.values()] };
    this.missingNodes = new Set();
    this.missingEdges = new Map();
    return needs;
  }

  /** Notes again what an inner query lacks. */
  want({ nodes, edges }: Needs): void {
    for (const node of nodes) this.missingNodes.add(node);
    for (const edge of edges) this.missingEdges.set(edge.key, edge);
  }

  /** @throws CypherError if the query keeps too many values by now */
  supply({ nodes, edges }: Needs, supplies: Supplies): void {
    for (const [index, node] of nodes.entries()) this.nodes.set(node, this.converted(supplies.nodes[index]));
    for (const [index, edge] of edges.entries()) this.edges.set(edge.key, this.converted(supplies.edges[index]));
  }

  private converted(supply: string | Json | undefined): MapValue {
    const entries = Object.entries(jsonOf(supply)).filter(([, value]) => value !== null);
    this.budget.keep(size.entry);
    if (entries.length === 0) return none;
    const properties = new Map(entries.map(([key, value]) => [key, fromJson(value)]));
    this.budget.keepValues([properties]);
    return properties;
  }
}

/** The properties of one node. */
export function jsonOf(supply: string | Json | undefined): Json {
  if (typeof supply !== 'string') return supply ?? {};
  const json: Json = JSON.parse(supply);
  return json;
}
