import { shownText } from '../../src/graph/cypher/execution/functions.js';
import { EdgeValue, isList, NodeValue, PathValue, type Value } from '../../src/graph/cypher/data/values.js';
import type { PlainGraph } from './plain-graph.js';

/** A value in the notation of the suite, with labels and keys in order. */
export function shown(value: Value | undefined, graph: PlainGraph, listsAreSorted = false): string {
  const inner = (it: unknown) => shown(it as Value, graph, listsAreSorted);
  if (typeof value !== 'object' || value === null) return shownScalar(value ?? null);
  if (isList(value)) {
    const items = value.map(inner);
    return `[${(listsAreSorted ? items.toSorted() : items).join(', ')}]`;
  }
  if (value instanceof NodeValue) return shownNode(value.node, graph, inner);
  if (value instanceof EdgeValue) {
    const { kind, properties } = graph.edges[value.ordinal]!;
    return `[:${kind}${shownProperties(properties, inner)}]`;
  }
  if (value instanceof PathValue) {
    const [first, ...others] = value.nodes;
    const parts = others.map(({ node }, index) => {
      const edge = value.edges[index]!;
      const between = inner(edge);
      const next = shownNode(node, graph, inner);
      return edge.target === node && edge.source === value.nodes[index]!.node
        ? `-${between}->${next}`
        : `<-${between}-${next}`;
    });
    return `<${shownNode(first!.node, graph, inner)}${parts.join('')}>`;
  }
  return value instanceof Map ? shownMap([...value], inner) : `'${shownText(value)}'`;
}

function shownScalar(value: null | string | bigint | boolean | number): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return `'${value}'`;
  return typeof value === 'number' ? floatText(value) : String(value);
}

function shownNode(node: number, graph: PlainGraph, inner: (it: unknown) => string): string {
  const { labels, properties } = graph.nodes[node]!;
  const names = labels.toSorted().map((label) => `:${label}`);
  return `(${[...names].join('')}${shownProperties(properties, inner, names.length > 0)})`;
}

function shownProperties(properties: object, inner: (it: unknown) => string, isBehind = true): string {
  const entries = Object.entries(properties);
  return entries.length === 0 ? '' : `${isBehind ? ' ' : ''}${shownMap(entries, inner)}`;
}

function shownMap(entries: readonly (readonly [string, unknown])[], inner: (it: unknown) => string): string {
  const sorted = entries.toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${sorted.map(([key, value]) => `${key}: ${inner(value)}`).join(', ')}}`;
}

function floatText(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? 'Inf' : '-Inf';
  return Number.isInteger(value) && Math.abs(value) < 1e21 ? `${value}.0` : `'${shownText(value)}'`;
}

/** An expected value in the same notation. */
export function normalised(text: string, listsAreSorted = false): string {
  const reader = new ValueReader(text, listsAreSorted);
  return reader.value();
}

class ValueReader {
  private at = 0;

  constructor(
    private readonly text: string,
    private readonly listsAreSorted: boolean,
  ) {}

  value(): string {
    this.space();
    const first = this.text[this.at];
    if (first === "'") return this.quoted();
    if (first === '[')
      return this.text
        .slice(this.at + 1)
        .trimStart()
        .startsWith(':')
        ? this.edge()
        : this.list();
    if (first === '{') return this.map();
    if (first === '(') return this.node();
    if (first === '<') return this.path();
    const word = this.match(/[^,\]}):\s|>]+/y);
    if (/^[+-]?(\d+\.\d*|\.\d+|\d+(\.\d+)?[eE][+-]?\d+)$/.test(word)) return floatText(Number(word));
    return word;
  }

  private quoted(): string {
    const raw = this.match(/'(?:[^'\\]|\\.)*'/y);
    return raw.replace(/\\(.)/g, (_, letter: string) => ({ n: '\n', t: '\t' })[letter] ?? letter);
  }

  private list(): string {
    const items: string[] = [];
    this.expect('[');
    while (!this.take(']')) {
      items.push(this.value());
      this.take(',');
    }
    return `[${(this.listsAreSorted ? items.toSorted() : items).join(', ')}]`;
  }

  private map(): string {
    const entries: string[] = [];
    this.expect('{');
    while (!this.take('}')) {
      const key = this.match(/[^:\s]+/y);
      this.expect(':');
      entries.push(`${key}: ${this.value()}`);
      this.take(',');
    }
    return `{${entries.toSorted((a, b) => (a.split(':')[0]! < b.split(':')[0]! ? -1 : 1)).join(', ')}}`;
  }

  private node(): string {
    this.expect('(');
    const labels: string[] = [];
    while (this.take(':')) labels.push(`:${this.match(/\w+/y)}`);
    this.space();
    const properties = this.text[this.at] === '{' ? this.map() : '';
    this.expect(')');
    const names = labels.toSorted().join('');
    return `(${names}${properties && properties !== '{}' ? `${names ? ' ' : ''}${properties}` : ''})`;
  }

  private edge(): string {
    this.expect('[');
    this.expect(':');
    const kind = this.match(/\w+/y);
    this.space();
    const properties = this.text[this.at] === '{' ? this.map() : '';
    this.expect(']');
    return `[:${kind}${properties ? ` ${properties}` : ''}]`;
  }

  private path(): string {
    this.expect('<');
    let path = this.node();
    while (!this.take('>')) {
      const isBack = this.take('<');
      this.expect('-');
      const edge = this.edge();
      this.expect('-');
      if (!isBack) this.expect('>');
      path += `${isBack ? '<' : ''}-${edge}-${isBack ? '' : '>'}${this.node()}`;
    }
    return `<${path}>`;
  }

  private space(): void {
    while (this.text[this.at] === ' ') this.at++;
  }

  private take(symbol: string): boolean {
    this.space();
    if (this.text[this.at] !== symbol) return false;
    this.at++;
    return true;
  }

  private expect(symbol: string): void {
    if (!this.take(symbol)) throw new Error(`expected ${symbol} at ${this.at} of ${this.text}`);
  }

  private match(pattern: RegExp): string {
    this.space();
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found === undefined) throw new Error(`no value at ${this.at} of ${this.text}`);
    this.at += found.length;
    return found;
  }
}
