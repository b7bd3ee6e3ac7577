import { CypherError } from '../../src/graph/cypher/cypher-error.js';
import { EdgeValue, isList, NodeValue, type Value } from '../../src/graph/cypher/data/values.js';
import { ExpressionParser } from '../../src/graph/cypher/syntax/expression-parser.js';
import { TokenReader } from '../../src/graph/cypher/syntax/token-reader.js';
import type { PathPattern } from '../../src/graph/cypher/syntax/tree.js';
import { ask } from './ask.js';
import type { PlainGraph } from './plain-graph.js';

/** Builds the graph of a scenario: a query that ends in CREATE clauses, each with patterns. */
export function create(graph: PlainGraph, text: string): void {
  const begin = text.search(/\bCREATE\b/);
  if (begin < 0) throw new CypherError('unsupported', 'the harness reads CREATE only');
  const prefix = text.slice(0, begin).trim();
  const paths = pathsOf(text.slice(begin));
  const [columns, rows] = prefix === '' ? [[], [[]]] : readPrefix(graph, prefix);
  for (const row of rows)
    createRow(graph, paths, new Map(columns.map((name, index) => [name, row[index] ?? null])), text);
}

function readPrefix(graph: PlainGraph, prefix: string): [readonly string[], readonly (readonly Value[])[]] {
  const { columns, rows } = ask(graph, `${prefix} RETURN *`);
  return [columns, rows];
}

function pathsOf(text: string): PathPattern[] {
  const tokens = new TokenReader(text);
  const { patterns } = new ExpressionParser(tokens, () => tokens.fail('no query'));
  const paths: PathPattern[] = [];
  while (tokens.takeWords('CREATE')) paths.push(...patterns.paths());
  if (tokens.next.type !== 'end') tokens.fail('CREATE');
  return paths;
}

function createRow(graph: PlainGraph, paths: readonly PathPattern[], bound: Map<string, Value>, text: string): void {
  graph.hasFloats = true;
  const valuesOf = (properties: PathPattern['nodes'][0]['properties']): Record<string, unknown> => {
    if (!properties) return {};
    const names = [...bound.keys()];
    const given = Object.fromEntries(bound);
    const source = sourceOf(text, properties.at);
    const withs = names.map((name) => `$${name} AS ${name}`).join();
    const { rows } = ask(graph, `${withs ? `WITH ${withs} ` : ''}RETURN ${source}`, given);
    const entries = Object.entries(plainOf(rows[0]![0]!) as object);
    return Object.fromEntries(entries.filter(([, value]) => value !== null));
  };
  for (const path of paths) {
    const places = path.nodes.map(({ variable, labels, properties }) => {
      const known = variable === null ? undefined : bound.get(variable);
      if (known instanceof NodeValue) return known.node;
      const place = graph.addNode({ labels: labels.flat(), properties: valuesOf(properties) });
      if (variable !== null) bound.set(variable, new NodeValue(place));
      return place;
    });
    for (const [index, { kinds, direction, properties }] of path.edges.entries()) {
      const ends = [places[index]!, places[index + 1]!] as const;
      const [source, target] = direction === 'in' ? [ends[1], ends[0]] : ends;
      graph.addEdge({ source, kind: kinds[0]!, target, properties: valuesOf(properties) });
    }
  }
}

/** The text of the map that begins at an offset of the text behind the first CREATE. */
function sourceOf(text: string, at: number): string {
  const whole = text.slice(text.search(/\bCREATE\b/));
  let depth = 0;
  for (let end = at; end < whole.length; end++) {
    if (whole[end] === "'" || whole[end] === '"') end = whole.indexOf(whole[end]!, end + 1);
    if (whole[end] === '{') depth++;
    if (whole[end] === '}' && --depth === 0) return whole.slice(at, end + 1);
  }
  return whole.slice(at);
}

/** As JSON, but with floats and integers as they are. */
export function plainOf(value: Value): unknown {
  if (isList(value)) return value.map(plainOf);
  if (value instanceof NodeValue || value instanceof EdgeValue) return null;
  return value instanceof Map ? Object.fromEntries([...value].map(([key, item]) => [key, plainOf(item)])) : value;
}
