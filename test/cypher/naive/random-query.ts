import type { Random } from '../../../demo/generator/random.js';
import { PlainGraph } from '../plain-graph.js';

const labels = ['A', 'B', 'C'] as const;
const kinds = ['R', 'S', 'T'] as const;
const texts = ['a', 'ab', 'b', 'ba'] as const;

/** What {@link randomQuery} takes as parameters. */
export const parameters = { number: 1, text: 'a', list: [1, 3, null], nothing: null };

/** A graph with the labels, kinds and properties of {@link randomQuery}. */
export function randomGraph(random: Random, nodes = 7, edges = 11): PlainGraph {
  const graph = new PlainGraph();
  const some = <T>(value: T) => (random.chance(0.75) ? value : undefined);
  for (let node = 0; node < nodes; node++)
    graph.addNode({
      labels: labels.filter(() => random.chance(0.5)),
      properties: {
        p: some(random.below(4)),
        name: some(random.pick(texts)),
        f: some(random.chance(0.5)),
        l: some(texts.filter(() => random.chance(0.4))),
      },
    });
  for (let edge = 0; edge < edges; edge++)
    graph.addEdge({
      source: random.below(nodes),
      kind: random.pick(kinds),
      target: random.below(nodes),
      properties: { w: some(random.below(3)) },
    });
  return graph;
}

/** The text of a query over such a graph: no expression is of a wrong type. */
export function randomQuery(random: Random): string {
  return new QueryText(random).text();
}

class QueryText {
  private readonly nodes: string[] = [];
  private readonly edges: string[] = [];
  private readonly paths: string[] = [];
  private readonly numbers: string[] = [];
  private names = 0;

  constructor(private readonly random: Random) {}

  text(): string {
    const clauses = [this.match(this.random.chance(0.1))];
    if (this.random.chance(0.3)) clauses.push(this.random.chance(0.5) ? this.with() : this.firstOf());
    if (this.random.chance(0.4)) clauses.push(this.match(this.random.chance(0.5)));
    if (this.random.chance(0.15)) clauses.push(`UNWIND [1, 2, null] AS ${this.named('u', this.numbers)}`);
    if (this.random.chance(0.1)) return [...clauses, this.union()].join('\n');
    return [...clauses, this.return()].join('\n');
  }

  private union(): string {
    const first = `RETURN ${this.value()} AS x`;
    const second = new QueryText(this.random);
    return [first, this.random.pick(['UNION', 'UNION ALL']), second.match(false), `RETURN ${second.value()} AS x`].join(
      '\n',
    );
  }

  private named(letter: string, list: string[]): string {
    const name = `${letter}${this.names++}`;
    list.push(name);
    return name;
  }

  private match(isOptional: boolean): string {
    const shortest = this.random.chance(0.15);
    const patterns = shortest
      ? [this.shortest()]
      : Array.from({ length: this.random.chance(0.2) ? 2 : 1 }, () => this.path());
    if (shortest && this.random.chance(0.2)) patterns.unshift(this.path());
    const conditions = [
      ...this.conditionsOfShortest.splice(0),
      ...(this.random.chance(0.5) ? [this.condition(2)] : []),
    ];
    const where = conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : '';
    return `${isOptional ? 'OPTIONAL ' : ''}MATCH ${patterns.join(', ')}${where}`;
  }

  private path(): string {
    const isNamed = this.random.chance(0.3);
    let text = this.node();
    for (let hops = this.random.below(3); hops > 0; hops--) text += this.edge() + this.node();
    return isNamed ? `${this.named('p', this.paths)} = ${text}` : text;
  }

  private shortest(): string {
    const name = this.random.pick(['shortestPath', 'allShortestPaths']);
    const earlier = [...this.nodes];
    const known = earlier.filter(() => this.random.chance(0.2));
    const [from, to] = [known[0] ?? this.newNode(), known[1] ?? this.newNode()];
    const kind = this.random.chance(0.5) ? `:${this.random.pick(kinds)}|${this.random.pick(kinds)}` : '';
    const path = this.named('p', name === 'shortestPath' ? [] : this.paths);
    const condition = this.random.pick([
      '',
      ...earlier.map((node) => `none(x IN nodes(${path}) WHERE x = ${node})`),
      `length(${path}) ${this.random.pick(['>', '<='])} ${this.random.between(1, 2)}`,
      `none(x IN nodes(${path}) WHERE x.f)`,
      `all(x IN nodes(${path}) WHERE x.p < 3 OR x.f IS NULL)`,
      `none(x IN relationships(${path}) WHERE type(x) = '${this.random.pick(kinds)}')`,
      `all(x IN relationships(${path}) WHERE coalesce(x.w, 0) < 2)`,
    ]);
    if (condition !== '') this.conditionsOfShortest.push(condition);
    const length = this.random.pick(kind === '' ? ['*..3', '*1..2'] : ['*', '*1..', '*..3']);
    return `${path} = ${name}((${from})${this.arrow(`[${kind}${length}]`)}(${to}))`;
  }

  private readonly conditionsOfShortest: string[] = [];

  private newNode(): string {
    const label = this.random.chance(0.4) ? `:${this.random.pick(labels)}` : '';
    return this.named('n', this.nodes) + label;
  }

  private node(): string {
    if (this.nodes.length > 0 && this.random.chance(0.3)) return `(${this.random.pick(this.nodes)})`;
    const properties = this.random.chance(0.15) ? ` {p: ${this.random.below(3)}}` : '';
    if (this.nodes.length > 0 && this.random.chance(0.2))
      return `(${this.random.chance(0.5) ? `:${this.random.pick(labels)}` : ''}${properties})`;
    return `(${this.newNode()}${properties})`;
  }

  private edge(): string {
    const kind = this.random.pick(['', ':R', ':R|S', ':S|T']);
    if (this.random.chance(0.3)) return this.arrow(`[${kind}${this.random.pick(['*1..2', '*0..1', '*2', '*..3'])}]`);
    const name = this.random.chance(0.4) ? this.named('r', this.edges) : '';
    return this.arrow(`[${name}${kind}]`);
  }

  private arrow(inner: string): string {
    return this.random.pick([`-${inner}->`, `<-${inner}-`, `-${inner}-`]);
  }

  private condition(depth: number): string {
    if (depth > 0 && this.random.chance(0.45)) {
      const [left, right] = [this.condition(depth - 1), this.condition(depth - 1)];
      const operator = this.random.pick(['AND', 'AND', 'OR', 'XOR']);
      return this.random.chance(0.2) ? `NOT (${left} ${operator} ${right})` : `(${left} ${operator} ${right})`;
    }
    const [n, m] = [this.anyNode(), this.anyNode()];
    const text = `'${this.random.pick(texts)}'`;
    const number = this.random.below(4);
    const tests = [
      `${n}.p ${this.random.pick(['=', '<>', '<', '<=', '>', '>='])} ${number}`,
      `${n}.name ${this.random.pick(['=', 'STARTS WITH', 'ENDS WITH', 'CONTAINS', '<'])} ${text}`,
      `${n}.name =~ 'a.*|b'`,
      `toUpper(${n}.name) = toUpper(${m}.name)`,
      `${n}.p ${this.random.pick(['=', '<'])} ${m}.p`,
      `${n}.f`,
      `coalesce(${n}.f, ${this.random.chance(0.5)})`,
      `${n}.p IS ${this.random.pick(['', 'NOT '])}NULL`,
      `${n}.p IN [1, ${this.random.pick(['2', 'null'])}]`,
      `${text} IN ${n}.l`,
      `${this.random.pick(['any', 'all', 'none', 'single'])}(x IN ${n}.l WHERE x STARTS WITH ${text})`,
      `size(${n}.l) > ${this.random.below(3)}`,
      `${n}:${this.random.pick(labels)}`,
      `${n} = ${m}`,
      `id(${n}) < id(${m})`,
      `(${n})-[:${this.random.pick(kinds)}]->(:${this.random.pick(labels)})`,
      `EXISTS { (${n})<-[:R|S]-(${m}) WHERE ${m}.p > 0 }`,
      `COUNT { (${n})--() } > ${this.random.below(4)}`,
      `CASE ${n}.p WHEN 1 THEN true WHEN 2 THEN false ELSE ${n}.f END`,
      `CASE WHEN ${n}.f THEN ${m}.p > 1 WHEN ${n}.p = ${number} THEN null ELSE ${m}.f END`,
      `0 < ${n}.p <= ${number}`,
      `${n}.p < ${m}.p < 3 < 4`,
      `${n}.p = $number`,
      `${n}.name ${this.random.pick(['STARTS WITH', 'CONTAINS', '='])} $text`,
      `NOT ${n}.p IN $list`,
      `${n}.p ${this.random.pick(['=', '<>', '<'])} ${this.random.pick(['null', '$nothing'])}`,
      `(${n}.f ${this.random.pick(['AND', 'OR', 'XOR'])} null) IS NULL`,
      `null IN ${n}.l`,
      `NOT ${n}.p IN []`,
      `[${n}.p, ${m}.p] = [1, null]`,
      `[${n}.p, 1] ${this.random.pick(['<>', 'IN'])} [[1, ${m}.p]]`,
      `${n}.l = ${m}.l`,
      `${n}.p % 2 = ${m}.p / 2`,
      `-${n}.p + 1 < ${m}.p * 2 - 1`,
      `size([x IN ${n}.l WHERE x CONTAINS ${text} | x + 'c']) = ${number}`,
      `any(x IN [${n}.p, ${m}.p, null] WHERE x > ${number})`,
      `size([(${n})-[:${this.random.pick(kinds)}]-(x) WHERE x.p >= ${m}.p | x.name]) < 2`,
      `EXISTS { MATCH (${n})-->(x) WHERE x.p = ${m}.p }`,
      `COUNT { MATCH (${n})-[*1..2]->(x) RETURN DISTINCT x } > ${number}`,
      `NOT (${n})-[*1..2]-(${m})`,
      `${n}.l[0] = ${m}.l[-1]`,
      ...this.edges.map((r) => `${r}.w > ${number} - 2`),
      ...this.edges.map((r) => `type(${r}) = '${this.random.pick(kinds)}'`),
      ...this.paths.map((p) => `length(${p}) > ${number}`),
      ...this.paths.map((p) => `${this.random.pick(['all', 'none'])}(x IN nodes(${p}) WHERE x.f)`),
    ];
    return this.random.pick(tests);
  }

  private anyNode(): string {
    return this.random.pick(this.nodes);
  }

  private value(): string {
    const n = this.anyNode();
    const values = [
      `${n}.p`,
      `${n}.name`,
      `${n}.f`,
      `id(${n})`,
      `size(${n}.l)`,
      ...this.numbers,
      `CASE WHEN ${n}.p > 1 THEN 'x' ELSE ${n}.name END`,
      `reduce(sum = 0, x IN ${n}.l | sum + size(x))`,
      `size([(${n})--(x:${this.random.pick(labels)}) | x.p])`,
      `head([x IN ${n}.l WHERE x <> 'a'])`,
      `EXISTS { (${n})-->() }`,
      `${n}.p + $number`,
      `coalesce(${n}.name, $nothing, 'none')`,
    ];
    return this.random.pick([...values, ...this.edges.map((r) => `type(${r})`)]);
  }

  /** Groups by a node, so that the next clauses know it and a number. */
  private with(): string {
    const kept = this.random.pick(this.nodes);
    const aggregate = this.random.pick(['count(*)', `count(DISTINCT ${this.value()})`]);
    for (const list of [this.nodes, this.edges, this.paths, this.numbers]) list.length = 0;
    this.nodes.push(kept);
    const count = this.named('c', this.numbers);
    return `WITH ${kept}, ${aggregate} AS ${count} WHERE ${count} > ${this.random.below(2)}`;
  }

  /** The first rows in an order that leaves no choice. */
  private firstOf(): string {
    const kept = this.random.pick(this.nodes);
    const value = this.value();
    for (const list of [this.nodes, this.edges, this.paths, this.numbers]) list.length = 0;
    this.nodes.push(kept);
    const key = `k${this.names++}`;
    const order = `${key}${this.random.pick(['', ' DESC'])}, id(${kept}) LIMIT ${this.random.between(1, 4)}`;
    return `WITH ${this.random.pick(['', 'DISTINCT '])}${kept}, ${value} AS ${key} ORDER BY ${order}`;
  }

  private return(): string {
    const columns = Array.from({ length: this.random.between(1, 2) }, () => this.value());
    const isPlain = this.random.chance(0.7);
    if (!isPlain) columns.push(this.aggregate());
    if (isPlain && this.random.chance(0.3)) return `RETURN ${this.random.pick(['*', ...this.nodes, ...this.paths])}`;
    const items = columns.map((column, index) => `${column} AS x${index}`);
    const distinct = this.random.chance(0.2) ? 'DISTINCT ' : '';
    const isSorted = !columns.some((column) => column.startsWith('collect')) && this.random.chance(0.4);
    const order = columns.map((_, index) => `x${index}${this.random.pick(['', ' DESC'])}`).join(', ');
    const limit = this.random.chance(0.5) ? ` SKIP ${this.random.below(3)} LIMIT ${this.random.between(1, 5)}` : '';
    return `RETURN ${distinct}${items.join(', ')}${isSorted ? ` ORDER BY ${order}` : ''}${limit}`;
  }

  private aggregate(): string {
    const n = this.anyNode();
    const distinct = this.random.pick(['', 'DISTINCT ']);
    return this.random.pick([
      'count(*)',
      `count(${distinct}${n}.name)`,
      `collect(${distinct}${n}.p)`,
      `sum(${n}.p)`,
      `min(${n}.p)`,
      `max(${n}.name)`,
      `count(${distinct}${n}) + 1`,
    ]);
  }
}
