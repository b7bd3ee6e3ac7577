import type { QueryGraph } from '../data/query-graph.js';
import type { Expression, Match, PathPattern } from '../syntax/tree.js';
import { bestAnchor } from './anchors.js';
import { type Conjunct, conjunctsOf, conjunctsOfEdge, conjunctsOfNode, pathTestOf } from './conjuncts.js';
import type { Link, NamedPath, PathTest, ShortestLink, Step } from './steps.js';

function isNotNull(name: string, at: number): Expression {
  return { type: 'unary', operator: 'IS NOT NULL', operand: { type: 'variable', name, at }, at };
}

/** Makes names for parts of patterns that have none. A space keeps them apart from names in queries. */
export class HiddenNames {
  private last = 0;

  next(of: string): string {
    return ` ${of}${++this.last}`;
  }
}

/** A link of one of the clauses, which may not follow a relationship twice. */
interface OwnedLink extends Link {
  readonly match: Match;
}

/**
 * Plans clauses of MATCH: begins at the node that promises the fewest matches, follows edges from bound nodes, and tests each condition as soon as its
 * variables are bound.
 */
export class MatchPlanner {
  private readonly links: OwnedLink[] = [];
  private readonly shortest: ShortestLink[] = [];
  private readonly nodes = new Set<string>();
  private readonly paths: NamedPath[] = [];
  private readonly steps: Step[] = [];
  private conjuncts: Conjunct[];

  /**
   * @param matches clauses that follow each other
   * @param bound variables of the rows that they receive; the planner adds theirs
   * @param work counts what the planner compares
   */
  constructor(
    matches: readonly Match[],
    private readonly bound: Set<string>,
    private readonly graph: QueryGraph,
    private readonly names: HiddenNames,
    /** Whether rows come from earlier clauses. */
    private readonly hasRows: boolean,
    private readonly work: (steps: number) => void,
  ) {
    this.conjuncts = matches.flatMap(({ where }) => conjunctsOf(where));
    for (const match of matches) for (const path of match.paths) this.addPath(path, match);
    const edges = [...this.links, ...this.shortest].map(({ edge }) => edge);
    const paths = [...this.paths, ...this.shortest].map(({ path }) => path);
    const declared = new Set([...bound, ...this.nodes, ...edges, ...paths]);
    this.conjuncts = this.conjuncts
      .map((it) => ({ ...it, variables: new Set([...it.variables].filter((name) => declared.has(name))) }))
      .toSorted((a, b) => a.cost - b.cost);
  }

  plan(): Step[] {
    this.addFilters();
    while (this.links.length + this.shortest.length + this.unbound().length > 0) {
      this.addNext();
      this.addFilters();
    }
    return this.steps;
  }

  private addPath({ variable, shortest, nodes, edges }: PathPattern, match: Match): void {
    const nodeNames = nodes.map((node) => {
      const name = node.variable ?? this.names.next('node');
      this.nodes.add(name);
      this.conjuncts.push(...conjunctsOfNode(node, name));
      // An OPTIONAL MATCH may have left it null, and no relationship of this pattern looks at it.
      if (edges.length === 0 && this.bound.has(name)) this.conjuncts.push(...conjunctsOf(isNotNull(name, node.at)));
      return name;
    });
    const edgeNames = edges.map((pattern, index) => {
      const edge = pattern.variable ?? this.names.next('relationship');
      const link = { edge, from: nodeNames[index]!, to: nodeNames[index + 1]!, pattern };
      if (!shortest) this.links.push({ ...link, match });
      else this.shortest.push({ ...link, path: variable ?? this.names.next('path'), all: shortest === 'all' });
      this.conjuncts.push(...conjunctsOfEdge(pattern, edge));
      return edge;
    });
    if (variable !== null && !shortest) this.paths.push({ path: variable, nodes: nodeNames, edges: edgeNames });
  }

  private unbound(): string[] {
    return [...this.nodes].filter((name) => !this.bound.has(name));
  }

  /** Adds filters and paths whose variables are bound by now. */
  private addFilters(): void {
    for (const [index, named] of [...this.paths.entries()].toReversed())
      if ([...named.nodes, ...named.edges].every((name) => this.bound.has(name))) {
        this.steps.push({ step: 'path', ...named });
        this.bound.add(named.path);
        this.paths.splice(index, 1);
      }
    this.steps.push(...this.takeFilters(this.bound));
  }

  private takeFilters(bound: ReadonlySet<string>): Step[] {
    const isReady = ({ variables }: Conjunct) => [...variables].every((name) => bound.has(name));
    const ready = this.conjuncts.filter(isReady);
    this.conjuncts = this.conjuncts.filter((it) => !isReady(it));
    return ready.map(({ where }) => ({ step: 'filter', where }));
  }

  private addNext(): void {
    this.work(this.links.length + this.nodes.size + this.conjuncts.length);
    const reachable = this.links.filter(({ from, to }) => this.bound.has(from) || this.bound.has(to));
    const [cheapest] = reachable.toSorted((a, b) => this.costOf(a) - this.costOf(b));
    if (cheapest) return this.addExpand(cheapest);
    const ofBound = this.links.find(({ edge, pattern }) => this.bound.has(edge) && !pattern.length);
    if (ofBound) return this.addBegin(ofBound);
    const inPaths = new Set(this.shortest.flatMap(({ from, to }) => [from, to]));
    const ofLinks = new Set(this.links.flatMap(({ from, to }) => [from, to]));
    const starts = this.unbound().filter((name) => !inPaths.has(name) || ofLinks.has(name));
    if (starts.length > 0) return this.addScan(starts);
    const link = this.shortest.shift();
    if (link) this.addShortest(link);
  }

  /** Ends that are both known first, many edges last. */
  private costOf({ from, to, pattern, edge }: Link): number {
    const isClosed = (this.bound.has(from) && this.bound.has(to)) || this.bound.has(edge);
    return (pattern.length ? 2 : 0) + (isClosed ? 0 : 1);
  }

  private addBegin({ edge, from, pattern: { direction } }: Link): void {
    this.steps.push({ step: 'scan', node: from, anchor: { by: 'edge', edge, direction } });
    this.bound.add(from);
  }

  private addExpand(owned: OwnedLink): void {
    const { match, ...link } = owned;
    const { edge, from, to } = link;
    this.links.splice(this.links.indexOf(owned), 1);
    const backwards = !this.bound.has(from);
    const isToBound = this.bound.has(backwards ? from : to);
    const others = this.followed.flatMap((it) => (it.match === match && it.edge !== edge ? [it.edge] : []));
    this.steps.push({ step: 'expand', ...link, backwards, isEdgeBound: this.bound.has(edge), isToBound, others });
    this.followed.push({ edge, match });
    this.bound.add(edge).add(from).add(to);
  }

  private readonly followed: Pick<OwnedLink, 'edge' | 'match'>[] = [];

  private addScan(starts: readonly string[]): void {
    const choices = starts.map((node) => ({ node, ...this.anchorOf(node, this.bound) }));
    const { node, anchor } = choices.reduce((best, it) => (it.estimate < best.estimate ? it : best));
    const alone = this.anchorOf(node, new Set());
    const scan: Step = { step: 'scan', node, anchor };
    this.bound.add(node);
    if (!this.hasRows && this.steps.length === 0) this.steps.push(scan);
    else if (alone.anchor.by === anchor.by)
      this.steps.push({ step: 'join', steps: this.scanOf(node), variables: [node] });
    else this.steps.push(scan);
  }

  /** A scan that does not depend on other variables, with its filters. */
  private scanOf(node: string): Step[] {
    const { anchor } = this.anchorOf(node, new Set());
    return [{ step: 'scan', node, anchor }, ...this.takeFilters(new Set([node]))];
  }

  private anchorOf(node: string, bound: ReadonlySet<string>) {
    this.work(this.conjuncts.length);
    return bestAnchor(node, this.conjuncts, bound, this.graph);
  }

  private addShortest(link: ShortestLink): void {
    const { edge, from, to, path } = link;
    const fromSteps = this.bound.has(from) ? null : this.scanOf(from);
    const toSteps = this.bound.has(to) || from === to ? null : this.scanOf(to);
    this.steps.push({ step: 'shortest', ...link, fromSteps, toSteps, tests: this.takeTests(path, edge) });
    this.bound.add(from).add(to).add(edge).add(path);
  }

  /** The conditions that a search can test at each step. */
  private takeTests(path: string, edge: string): PathTest[] {
    const tests: PathTest[] = [];
    this.conjuncts = this.conjuncts.filter(({ where, variables }) => {
      const test = pathTestOf(where, path, edge);
      const others = [...variables].filter((name) => name !== path && name !== edge);
      if (!test || others.some((name) => !this.bound.has(name))) return true;
      tests.push({ ...test, isOfRow: others.length > 0 });
      return false;
    });
    return tests;
  }
}
