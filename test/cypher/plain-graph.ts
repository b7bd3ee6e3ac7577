import type { EdgeKinds, QueryGraph, VisitEdge } from '../../src/graph/cypher/data/query-graph.js';
import type { Needs, Supplies } from '../../src/graph/cypher/execution/properties.js';
import type { EdgeValue, Value } from '../../src/graph/cypher/data/values.js';

export interface PlainNode {
  readonly labels: readonly string[];
  readonly properties: Readonly<Record<string, unknown>>;
}

export interface PlainEdge {
  readonly source: number;
  readonly kind: string;
  readonly target: number;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** A small graph of plain objects. Ids are places. An edge's ordinal is its index. */
export class PlainGraph implements QueryGraph {
  readonly nodes: PlainNode[] = [];
  readonly edges: PlainEdge[] = [];
  private readonly kinds: string[] = [];
  /** Whether its integers are of type bigint, so that all numbers are floats. JSON has no such difference. */
  hasFloats = false;

  get size(): number {
    return this.nodes.length;
  }

  addNode(node: PlainNode): number {
    return this.nodes.push(node) - 1;
  }

  addEdge(edge: PlainEdge): void {
    this.edges.push(edge);
    if (!this.kinds.includes(edge.kind)) this.kinds.push(edge.kind);
  }

  exists(node: number): boolean {
    return node < this.nodes.length;
  }

  idOf(node: number): number {
    return node;
  }

  idOfEdge({ ordinal }: EdgeValue): number {
    return ordinal;
  }

  placeOf(id: number): number {
    return id < this.nodes.length ? id : -1;
  }

  labelsOf(node: number): readonly string[] {
    return this.nodes[node]!.labels;
  }

  labelTest(label: string): ((node: number) => boolean) | null {
    return (node) => this.nodes[node]!.labels.includes(label);
  }

  countLabelled(label: string): number {
    return this.nodes.filter(({ labels }) => labels.includes(label)).length;
  }

  nodesWithText(key: string, text: string): readonly number[] {
    const wanted = text.toLowerCase();
    return [...this.nodes.keys()].filter((node) => {
      const property = this.nodes[node]!.properties[key];
      return typeof property === 'string' && property.toLowerCase().includes(wanted);
    });
  }

  computedProperty(node: number, key: string): Value | undefined {
    return this.float(this.nodes[node]!.properties[key]);
  }

  computedEdgeProperty({ ordinal }: EdgeValue, key: string): Value | undefined {
    return this.float(this.edges[ordinal]!.properties[key]);
  }

  private float(value: unknown): number | undefined {
    return this.hasFloats && typeof value === 'number' ? value : undefined;
  }

  kindsNamed(name: string): readonly number[] {
    const kind = this.kinds.indexOf(name);
    return kind < 0 ? [] : [kind];
  }

  hintFor(): string {
    return '';
  }

  kindName(kind: number): string {
    return this.kinds[kind]!;
  }

  edgesOf(direction: 'out' | 'in', node: number, { list }: EdgeKinds, visit: VisitEdge): boolean {
    for (const [ordinal, edge] of this.edges.entries()) {
      const kind = this.kinds.indexOf(edge.kind);
      const [own, peer] = direction === 'out' ? [edge.source, edge.target] : [edge.target, edge.source];
      if (own === node && (!list || list.includes(kind)) && visit(peer, kind, ordinal)) return true;
    }
    return false;
  }

  supply({ nodes, edges }: Needs): Supplies {
    return {
      nodes: nodes.map((node) => this.nodes[node]!.properties),
      edges: edges.map(({ ordinal }) => this.edges[ordinal]!.properties),
    };
  }
}
