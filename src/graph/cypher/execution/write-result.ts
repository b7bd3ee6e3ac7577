import type { MemoryGraph } from '../../memory/memory-graph.js';
import type { PathEdge } from '../../questions/paths/path-subgraph.js';
import { CypherError } from '../cypher-error.js';
import type { Budget } from './budget.js';
import type { Row } from './context.js';
import { shownText } from './functions.js';
import { EdgeValue, isList, NodeValue, PathValue, TemporalValue, type Value } from '../data/values.js';

/** A value of a row as it passes between threads: JSON, but for nodes by their ids and edges by their index. */
export type Cell =
  | null
  | boolean
  | number
  | string
  | readonly Cell[]
  | { readonly node: number }
  | { readonly edge: number }
  | { readonly path: { readonly nodes: readonly number[]; readonly edges: readonly number[] } }
  | { readonly members: readonly (readonly [string, Cell])[] };

const deepest = 100;

/** Writes rows with the nodes and edges that they name. */
export class ResultWriter {
  private readonly ids = new Set<number>();
  private readonly edges: PathEdge[] = [];
  private readonly edgeIndexes = new Map<string, number>();

  constructor(
    private readonly graph: MemoryGraph,
    private readonly budget: Budget,
  ) {}

  write(rows: readonly Row[]): { ids: number[]; edges: PathEdge[]; rows: Cell[][] } {
    const cells = rows.map((row) => row.map((value) => this.cell(value)));
    return { ids: [...this.ids], edges: this.edges, rows: cells };
  }

  pathEdge({ source, kind, target }: EdgeValue): PathEdge {
    const flags = this.graph.flagsOf(source, kind, target) ?? 0;
    return [this.graph.idOf(source), kind, this.graph.idOf(target), flags];
  }

  /** @throws CypherError for lists that are nested too deep, which JSON would not survive, or that have too many items */
  private cell(value: Value, depth = 0): Cell {
    this.budget.make(1);
    if (depth > deepest)
      throw new CypherError('limit', `the query exceeds the limit of nesting: ${deepest} lists in each other`);
    if (typeof value !== 'object' || value === null || value instanceof TemporalValue) return scalar(value);
    if (isList(value)) return value.map((item) => this.cell(item, depth + 1));
    if (value instanceof NodeValue) return { node: this.node(value) };
    if (value instanceof EdgeValue) return { edge: this.edge(value) };
    if (value instanceof PathValue) return this.path(value);
    return { members: Array.from(value, ([key, item]) => [key, this.cell(item, depth + 1)] as const) };
  }

  private path({ nodes, edges }: PathValue): Cell {
    return { path: { nodes: nodes.map((node) => this.node(node)), edges: edges.map((edge) => this.edge(edge)) } };
  }

  private node({ node }: NodeValue): number {
    const id = this.graph.idOf(node);
    this.ids.add(id);
    return id;
  }

  private edge(edge: EdgeValue): number {
    const { key } = edge;
    const known = this.edgeIndexes.get(key);
    if (known !== undefined) return known;
    this.ids.add(this.graph.idOf(edge.source)).add(this.graph.idOf(edge.target));
    this.edgeIndexes.set(key, this.edges.length);
    return this.edges.push(this.pathEdge(edge)) - 1;
  }
}

function scalar(value: null | boolean | bigint | number | string | TemporalValue): Cell {
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof TemporalValue || (typeof value === 'number' && !Number.isFinite(value))) return shownText(value);
  return value;
}
