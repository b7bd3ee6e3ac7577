import type { Random } from '../../../demo/generator/random.js';
import { parseQuery } from '../../../src/graph/cypher/syntax/query-parser.js';
import type { EdgePattern, Expression, NodePattern, Query } from '../../../src/graph/cypher/syntax/tree.js';
import { visitAll } from '../../../src/graph/cypher/syntax/walk.js';
import { PlainGraph } from '../plain-graph.js';
import { pathsOf } from './difference.js';

/** Texts that the regular expressions of published queries match or miss. */
const patternTexts = [
  '0'.repeat(30),
  '1'.repeat(30),
  'S-1-5-21-1-512',
  'X-S-1-5-32-544',
  '10.0.19044.1',
  'Windows Server 2008',
];
const copies = 3;

/** A plain graph that knows the macros of the field: they stand for all kinds here. */
class FieldGraph extends PlainGraph {
  override kindsNamed(name: string): readonly number[] {
    if (!name.endsWith('_ATTACK_PATHS')) return super.kindsNamed(name);
    return [...new Set(this.edges.map(({ kind }) => kind))].flatMap((kind) => super.kindsNamed(kind));
  }
}

/**
 * A small graph made for a query: it has the patterns of the query a few times, and properties with values that its conditions name, or
 * others beside them. So most queries have an answer, and near misses.
 */
export function witnessGraph(text: string, random: Random, now: number): PlainGraph {
  const query = parseQuery(text);
  const values = new ValuesOfConditions(query, now);
  const graph = new FieldGraph();
  const variables = new Map<string, number[]>();
  const makeNode = ({ labels }: NodePattern) =>
    graph.addNode({
      labels: [
        ...new Set([...labels.map((group) => random.pick(group)), ...values.labels.filter(() => random.chance(0.4))]),
      ],
      properties: values.properties(random, graph.size),
    });
  // A condition on a count needs a node with that many others; many of these miss the other conditions.
  const more = 6 * values.leastCount;
  const nodesOf = (pattern: NodePattern, length: number): readonly number[] => {
    const known = pattern.variable === null ? undefined : variables.get(pattern.variable);
    if (known) return known;
    const made = Array.from({ length }, () => makeNode(pattern));
    if (pattern.variable !== null) variables.set(pattern.variable, made);
    return made;
  };
  for (const path of pathsOf(query)) {
    const last = path.nodes.length - 1;
    const nodes = path.nodes.map((node, index) => nodesOf(node, copies + (index === last ? more : 0)));
    for (let copy = 0; copy < copies + more; copy++)
      for (const [index, edge] of path.edges.entries()) {
        const [from, to] = [random.pick(nodes[index]!), random.pick(nodes[index + 1]!)];
        addEdge(graph, more > 0 ? { ...edge, length: null } : edge, from, to, random);
      }
  }
  return graph;
}

function addEdge(graph: PlainGraph, pattern: EdgePattern, from: number, to: number, random: Random): void {
  const named = pattern.kinds.length === 0 ? 'MemberOf' : random.pick(pattern.kinds);
  const kind = named.endsWith('_ATTACK_PATHS') ? random.pick(['GenericAll', 'MemberOf']) : named;
  const by = pattern.length && random.chance(0.3) ? random.below(graph.size) : null;
  const steps = by === null ? [[from, to] as const] : [[from, by] as const, [by, to] as const];
  const isForward = pattern.direction === 'out' || (pattern.direction === 'both' && random.chance(0.5));
  for (const [one, other] of steps) {
    const [source, target] = isForward ? [one, other] : [other, one];
    graph.addEdge({ source, kind, target, properties: {} });
  }
}

/** The properties that conditions read, each with values that the conditions accept first. */
class ValuesOfConditions {
  readonly labels: string[] = [];
  /** The largest number that a variable, such as a count, must exceed. */
  leastCount = 0;
  private readonly values = new Map<string, unknown[]>();

  constructor(
    query: Query,
    private readonly now: number,
  ) {
    visitAll(query, (it) => this.read(it));
    visitAll(query, (it) => this.readItems(it));
  }

  properties(random: Random, node: number): Record<string, unknown> {
    const chosen = [...this.values].map(([key, values]) => {
      const lists = values.filter(Array.isArray);
      const value = random.chance(0.8) ? random.pick(lists.length > 0 ? lists : values) : undefined;
      return [key, value] as const;
    });
    return { objectid: `S-${node}`, ...Object.fromEntries(chosen.filter(([, value]) => value !== undefined)) };
  }

  private read(it: Expression): void {
    if (it.type === 'labels') this.labels.push(...it.labels.flat());
    if (it.type === 'property' && it.of.type === 'variable') this.add(it.key, []);
    if (it.type === 'unary' && it.operand.type === 'property') this.add(it.operand.key, ['X']);
    if (it.type === 'map') for (const [key, value] of it.entries) this.add(key, [literal(value)]);
    if (it.type === 'binary') this.readBinary(it);
  }

  private readBinary(it: Extract<Expression, { type: 'binary' }>): void {
    const [left, right] = [keyIn(it.left), keyIn(it.right)];
    const other = literal(it.right);
    if (it.operator === '>' && it.left.type === 'variable' && typeof other === 'number')
      this.leastCount = Math.max(this.leastCount, other);
    if (left !== null && right !== null) for (const key of [left, right]) this.add(key, ['A', 'B', 'A']);
    else if (right !== null) this.add(right, [[literal(it.left)], [literal(it.left), 'x'], []]);
    else if (left !== null) this.add(left, this.accepted(it.operator, it.right, other));
  }

  /** A condition on the items of a list is one on texts in it. */
  private readItems(it: Expression): void {
    if (it.type !== 'quantifier') return;
    const { list } = it;
    if (list.type === 'list')
      visitAll(it.where, (inner) => {
        const read = inner.type === 'binary' ? keyIn(inner.left) : null;
        if (read !== null) this.add(read, [...list.items.map((item) => `${String(literal(item))}X`), 'X']);
      });
    const key = keyIn(list);
    if (key === null) return;
    const items: unknown[] = [];
    visitAll(it.where, (inner) => {
      const text = inner.type === 'binary' ? literal(inner.right) : null;
      if (typeof text === 'string') items.push([`x${text}`]);
    });
    this.values.set(key, items.length > 0 ? items : [['X']]);
  }

  private accepted(operator: string, right: Expression, value: unknown): unknown[] {
    if (operator === '=~') return patternTexts;
    if (operator === 'IN' && right.type === 'list') return [...right.items.map(literal), 'x'];
    if (typeof value === 'boolean') return [value, !value];
    if (typeof value === 'string')
      return operator === 'STARTS WITH'
        ? [`${value}X`, 'X']
        : operator === '='
          ? [value, 'X']
          : [`X.${value}`, value, 'X'];
    if (operator.endsWith('WITH')) return ['\\\\X\\script', 'X'];
    if (typeof value === 'number') return [value, value - 1, value + 1];
    const seconds = Math.floor(this.now / 1000);
    return [seconds - 86_400, seconds - 86_400 * 800, seconds - 86_400 * 900];
  }

  private add(key: string, values: readonly unknown[]): void {
    this.values.set(key, [
      ...(this.values.get(key) ?? ['X']).filter((it) => it !== 'X' || values.length === 0),
      ...values,
    ]);
  }
}

/** The property that an expression is, perhaps within a function: `toLower(n.name)`. */
function keyIn(expression: Expression): string | null {
  if (expression.type === 'property' && expression.of.type === 'variable') return expression.key;
  return expression.type === 'call' && expression.args[0] ? keyIn(expression.args[0]) : null;
}

function literal(expression: Expression): unknown {
  if (expression.type === 'call' && expression.args[0]) return literal(expression.args[0]);
  if (expression.type === 'unary' && expression.operator === '-') return -Number(literal(expression.operand));
  if (expression.type !== 'literal') return undefined;
  return typeof expression.value === 'bigint' ? Number(expression.value) : expression.value;
}
