import { Kind } from '../../graph/kinds/kind-catalogue.js';
import type { Graph } from '../../graph/memory/graph.js';
import { edgeListsOf } from './edge-lists.js';
import type { StoredFacts } from './graph-facts.js';
import { RuleNodes } from './rule-nodes.js';

type KindName = keyof typeof Kind;

/** An edge by the names of its ends, with flags as in the view `edge`. */
export type PlainEdge = readonly [source: string, kind: KindName, target: string, flags?: number];

/** A graph over plain maps. Nodes are numbered from 1, in their order. */
export class PlainGraph implements Graph {
  readonly version = 1;
  readonly size: number;
  readonly environments: readonly string[];
  private readonly names: readonly string[];

  /** @param nodes kind and environment by name */
  constructor(
    private readonly nodes: Readonly<Record<string, readonly [kind: KindName, environment?: string]>>,
    private readonly links: readonly PlainEdge[],
  ) {
    this.names = ['', ...Object.keys(nodes)];
    this.size = this.names.length;
    this.environments = [...new Set(Object.values(nodes).flatMap(([, environment]) => environment ?? []))];
  }

  id(name: string): number {
    return this.names.indexOf(name);
  }

  name(node: number): string {
    return this.names[node] ?? '';
  }

  placeOf(id: number): number {
    return id;
  }

  idOf(node: number): number {
    return node;
  }

  exists(node: number): boolean {
    return node > 0 && node < this.size;
  }

  kindOf(node: number): number {
    const [kind] = this.nodes[this.name(node)] ?? [];
    return kind ? Kind[kind] : 0;
  }

  hasKind(node: number, kind: number): boolean {
    return this.kindOf(node) === kind;
  }

  blocksInheritance(_node: number): boolean {
    return false;
  }

  environmentOf(node: number): number {
    const [, environment] = this.nodes[this.name(node)] ?? [];
    return environment === undefined ? -1 : this.environments.indexOf(environment);
  }

  targets(node: number, kind: number, visit: (target: number) => void): void {
    this.edges((source, of, target) => {
      if (source === node && of === kind) visit(target);
    });
  }

  sources(node: number, kind: number, visit: (source: number, flags: number) => void): void {
    this.edges((source, of, target, flags) => {
      if (target === node && of === kind) visit(source, flags);
    });
  }

  flagsOf(source: number, kind: number, target: number): number | undefined {
    let found: number | undefined;
    this.edges((from, of, to, flags) => {
      if (from === source && of === kind && to === target) found = flags;
    });
    return found;
  }

  edges(visit: (source: number, kind: number, target: number, flags: number) => void): void {
    for (const [source, kind, target, flags = 1] of this.links)
      visit(this.id(source), Kind[kind], this.id(target), flags);
  }
}

/** Facts of a graph whose nodes have no properties. */
export function noFacts(size: number): StoredFacts {
  return {
    traits: new Uint32Array(size),
    lastActivity: new Float64Array(size),
    properties: new Map(),
    trustAccounts: [],
    ruleNodes: new RuleNodes(),
    environments: [],
    scopedRoles: [],
    units: [],
    roles: [],
    linked: edgeListsOf(() => {}),
    skipped: [],
    withCitrix: false,
    withNewer: true,
  };
}
