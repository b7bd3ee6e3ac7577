import type { EntityPage, EntityPageRequest, ShownNode } from '../questions/pages/shown-node.js';

export type PrincipalKind = 'User' | 'Group' | 'Computer';

export interface Subgraph {
  readonly nodes: readonly ShownNode[];
  readonly edges: readonly { readonly source: string; readonly target: string; readonly kind: string }[];
  readonly truncated: boolean;
}

export interface PlainNode {
  readonly objectid: string;
  readonly kind: PrincipalKind;
  readonly name: string;
}

type Links = readonly (readonly [source: number, target: number])[];

/** A small graph whose edges name nodes by their place. */
export interface PlainGraph {
  readonly nodes: readonly PlainNode[];
  readonly memberOf: Links;
  readonly adminTo: Links;
  readonly owns: Links;
}

/** The start and all that it is in, at any depth. */
export function reachedFrom(graph: PlainGraph, start: number): Set<number> {
  const reached = new Set([start]);
  for (const at of reached) for (const [source, target] of graph.memberOf) if (source === at) reached.add(target);
  return reached;
}

export function referencePage(graph: PlainGraph, start: number, { skip, limit, order }: EntityPageRequest): EntityPage {
  const computers = [...new Set(rightsOf(graph, reachedFrom(graph, start)).map(([, target]) => target))];
  const last = order.at(-1)?.descending ? -1 : 1;
  const entities = computers
    .map((place) => ({ place, entity: entityOf(graph, place) }))
    .toSorted((a, b) => {
      for (const { descending, ...column } of order) {
        const by = 'by' in column ? column.by : 'name';
        const difference = compare(a.entity[by], b.entity[by]);
        if (difference) return descending ? -difference : difference;
      }
      return (a.place - b.place) * last;
    });
  return { count: computers.length, entities: entities.slice(skip, skip + limit).map(({ entity }) => entity) };
}

export function referenceSubgraph(graph: PlainGraph, start: number): Subgraph {
  const reached = reachedFrom(graph, start);
  const ends = new Set(rightsOf(graph, reached).map(([source]) => source));
  const leading = new Set([...reached].filter((at) => [...reachedFrom(graph, at)].some((place) => ends.has(place))));
  const rights = rightsOf(graph, leading);
  const places = new Set([start, ...leading, ...rights.map(([, target]) => target)]);
  const memberships = graph.memberOf.filter(([source, target]) => leading.has(source) && leading.has(target));
  return {
    nodes: [...places].map((place) => entityOf(graph, place)),
    edges: [...edgesOf(graph, memberships, 'MemberOf'), ...edgesOf(graph, rights, 'AdminTo')],
    truncated: false,
  };
}

function rightsOf(graph: PlainGraph, holders: ReadonlySet<number>): Links {
  return graph.adminTo.filter(([source, target]) => holders.has(source) && graph.nodes[target]?.kind === 'Computer');
}

function edgesOf(graph: PlainGraph, links: Links, kind: string): Subgraph['edges'] {
  const keys = new Set(links.map(([source, target]) => `${idAt(graph, source)} ${idAt(graph, target)}`));
  return [...keys].map((key) => {
    const [source = '', target = ''] = key.split(' ');
    return { source, target, kind };
  });
}

function entityOf(graph: PlainGraph, place: number): ShownNode {
  const { objectid = '', name = '', kind = 'User' } = graph.nodes[place] ?? {};
  return { objectid, name, label: kind, kinds: [kind, 'Base'] };
}

function idAt(graph: PlainGraph, place: number): string {
  return graph.nodes[place]?.objectid ?? '';
}

/** By code point, as the collation "C" of PostgreSQL. */
function compare(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
