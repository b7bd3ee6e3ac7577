import type { MemoryGraph } from '../../memory/memory-graph.js';
import type { PathEdge } from '../../questions/paths/path-subgraph.js';
import { needsQuotes, safeInSheet, withDoubledQuotes } from '../../../base/values/csv-text.js';
import { CypherError } from '../cypher-error.js';
import { type AnswerText, TextWriter } from './answer-text.js';
import { type Budget, size } from './budget.js';
import type { Row } from './context.js';
import { shownText } from './functions.js';
import { EdgeValue, isList, type MapValue, NodeValue, PathValue, TemporalValue, type Value } from '../data/values.js';

/**
 * The text of an answer. `literals`: elements `{key, value}` of all that is neither a node, a relationship nor a path. `table`: rows as
 * arrays of JSON. `csv`: lines. `none`: only the nodes are wanted.
 */
export type AnswerForm = 'literals' | 'table' | 'csv' | 'none';

const deepest = 100;

/** Of the shortest node and edge in an answer. */
const leastBytes = 150;

/** Writes rows with the nodes and edges that they name. */
export class ResultWriter {
  private readonly text: TextWriter;
  private readonly ids = new Set<number>();
  private readonly edges: PathEdge[] = [];
  private readonly edgeIndexes = new Map<string, number>();
  private readonly keys: readonly string[];
  private isFirst = true;
  private hasLiterals = false;

  constructor(
    private readonly graph: MemoryGraph,
    private readonly budget: Budget,
    private readonly form: AnswerForm,
    columns: readonly string[],
  ) {
    this.text = new TextWriter(budget);
    this.keys = columns.map((column) => `{"key":${JSON.stringify(column)},"value":`);
    if (form === 'csv') this.writeRow([...columns]);
  }

  write(rows: readonly Row[]): void {
    for (const row of rows) this.writeRow(row);
  }

  finish(): { ids: number[]; edges: PathEdge[]; text: AnswerText } {
    return { ids: [...this.ids], edges: this.edges, text: this.text.finish() };
  }

  pathEdge({ source, kind, target }: EdgeValue): PathEdge {
    const flags = this.graph.flagsOf(source, kind, target) ?? 0;
    return [this.graph.idOf(source), kind, this.graph.idOf(target), flags];
  }

  private writeRow(row: Row): void {
    const { form } = this;
    if (form === 'table') this.put(this.isFirst ? '[' : ',[');
    for (const [index, value = null] of row.entries()) {
      if (form === 'none') this.mention(value);
      else if (form === 'literals') this.literal(this.keys[index]!, value);
      else {
        if (index > 0) this.put(',');
        if (form === 'csv') this.csvCell(value);
        else this.json(value);
      }
    }
    if (form === 'table') this.put(']');
    if (form === 'csv') this.put('\r\n');
    this.isFirst = false;
  }

  private literal(key: string, value: Value): void {
    if (!this.isLiteral(value)) return this.mention(value);
    this.put(this.hasLiterals ? `,${key}` : key);
    this.json(value);
    this.put('}');
    this.hasLiterals = true;
  }

  /** Nodes, relationships and paths are in the graph; so are those in lists. */
  private isLiteral(value: Value): boolean {
    this.budget.step();
    if (isList(value)) return value.length === 0 || value.some((item) => this.isLiteral(item));
    return !(value instanceof NodeValue || value instanceof EdgeValue || value instanceof PathValue);
  }

  private csvCell(value: Value): void {
    const isText = typeof value === 'string' || value instanceof TemporalValue;
    if (!isText && typeof value !== 'object') return this.put(String(scalar(value)));
    if (value === null) return;
    const text = isText ? safeInSheet(shownText(value)) : null;
    const quote = text === null || needsQuotes(text) ? '"' : '';
    this.text.write(quote);
    if (text === null) this.json(value);
    else this.text.writeEscaped(text, withDoubledQuotes);
    this.text.write(quote);
  }

  /** @throws CypherError for lists that are nested too deep, which JSON would not survive, or if the answer is too long */
  private json(value: Value, depth = 0): void {
    this.visit(depth);
    if (typeof value === 'string') this.jsonText(value);
    else if (typeof value !== 'object' || value === null || value instanceof TemporalValue)
      this.put(JSON.stringify(scalar(value)));
    else if (isList(value)) this.jsonList(value, depth);
    else if (value instanceof NodeValue) this.jsonNode(value);
    else if (value instanceof EdgeValue) this.jsonEdge(value);
    else if (value instanceof PathValue) this.jsonPath(value, depth);
    else this.jsonMap(value, depth);
  }

  private jsonText(text: string): void {
    this.put('"');
    this.text.writeEscaped(text, (part) => this.escaped(JSON.stringify(part).slice(1, -1)));
    this.put('"');
  }

  private jsonList(items: readonly Value[], depth: number): void {
    this.put('[');
    for (const [index, item] of items.entries()) {
      if (index > 0) this.put(',');
      this.json(item, depth + 1);
    }
    this.put(']');
  }

  private jsonMap(entries: MapValue, depth: number): void {
    let before = '{';
    for (const [key, value] of entries) {
      this.put(before);
      this.jsonText(key);
      this.put(':');
      this.json(value, depth + 1);
      before = ',';
    }
    this.put(before === '{' ? '{}' : '}');
  }

  private jsonNode(value: NodeValue): void {
    const id = this.node(value.node);
    if (this.form === 'literals') this.put(String(id));
    else this.text.insert(id, leastBytes);
  }

  private jsonEdge(value: EdgeValue): void {
    const index = this.edge(value);
    if (this.form === 'literals') this.put('null');
    else this.text.insert(-1 - index, leastBytes);
  }

  private jsonPath(path: PathValue, depth: number): void {
    if (this.form === 'literals') {
      this.mention(path);
      this.put('null');
      return;
    }
    this.put('{"nodes":');
    this.jsonList(path.nodes, depth);
    this.put(',"edges":');
    this.jsonList(path.edges, depth);
    this.put('}');
  }

  /** Adds the nodes and edges in a value that is not written. */
  private mention(value: Value, depth = 0): void {
    this.visit(depth);
    if (value instanceof NodeValue) this.node(value.node);
    else if (value instanceof EdgeValue) this.edge(value);
    else if (value instanceof PathValue) for (const part of [...value.nodes, ...value.edges]) this.mention(part, depth);
    else if (isList(value)) for (const item of value) this.mention(item, depth + 1);
    else if (value instanceof Map) for (const item of value.values()) this.mention(item, depth + 1);
  }

  private visit(depth: number): void {
    this.budget.step();
    if (depth > deepest)
      throw new CypherError('limit', `the query exceeds the limit of nesting: ${deepest} lists in each other`);
  }

  private put(text: string): void {
    this.text.write(this.escaped(text));
  }

  /** JSON in a cell of CSV has its quotes doubled. */
  private escaped(json: string): string {
    return this.form === 'csv' ? withDoubledQuotes(json) : json;
  }

  private node(node: number): number {
    const id = this.graph.idOf(node);
    if (this.ids.has(id)) return id;
    this.ids.add(id);
    this.budget.keep(size.node);
    if (this.form === 'literals') this.budget.answer(leastBytes);
    return id;
  }

  private edge(edge: EdgeValue): number {
    const { key } = edge;
    const known = this.edgeIndexes.get(key);
    if (known !== undefined) return known;
    this.budget.keep(2 * size.entry);
    if (this.form === 'literals') this.budget.answer(leastBytes);
    // A table shows the ids of the ends alone.
    if (this.form === 'literals' || this.form === 'none') for (const end of [edge.source, edge.target]) this.node(end);
    this.edgeIndexes.set(key, this.edges.length);
    return this.edges.push(this.pathEdge(edge)) - 1;
  }
}

function scalar(value: null | boolean | bigint | number | string | TemporalValue): null | boolean | number | string {
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof TemporalValue || (typeof value === 'number' && !Number.isFinite(value))) return shownText(value);
  return value;
}
