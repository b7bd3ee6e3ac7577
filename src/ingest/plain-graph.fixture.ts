import { EdgeFlag, PropertyFlag } from '../graph/store/edge-flag.js';
import {
  type DirectoryFile,
  kindOf,
  Methods,
  type OpenFile,
  type PlainFile,
  type PlainRecord,
} from './plain-collection.fixture.js';

interface Node {
  /** Which sources name it. */
  readonly sources: Set<'Base' | 'ACME'>;
  note: number | null;
  isDescribed: boolean;
  /** The latest day on which a record described it. */
  describedOn: number;
  /** The latest day on which anything named it. */
  namedOn: number;
}

interface Entry {
  readonly flags: number;
  readonly day: number;
}

/** Edges by `source kind target`. */
type List = Map<string, Entry>;

/** A deletion: all nodes and edges of a kind, or the nodes of the other source. */
export type PlainCriteria = { readonly kind: string } | { readonly source: 'ACME' };

/** The graph as plain maps: every file is read in full. Days are numbers. */
export class PlainGraph {
  readonly nodes = new Map<string, Node>();
  /** By owner and name of the list, lists that were given whole and edges that were added. */
  private readonly whole = new Map<string, List>();
  private readonly added = new Map<string, List>();

  /** @returns the number of edges that wait for their ends */
  read(file: PlainFile, day: number): number {
    if ('nodes' in file) return this.readOpen(file, day);
    for (const record of file.records) this.readRecord(record, file, day);
    return 0;
  }

  /** Every edge with its flags. */
  edges(): string[] {
    const edges = new Map<string, number>();
    for (const [lists, origin] of [
      [this.whole, EdgeFlag.Listed],
      [this.added, EdgeFlag.Collected],
    ] as const)
      for (const list of lists.values())
        for (const [edge, { flags }] of list) edges.set(edge, (edges.get(edge) ?? 0) | flags | origin);
    return [...edges].map(([edge, flags]) => `${edge} ${flags}`).toSorted();
  }

  /** Entries of lists. An edge may be in several lists. */
  entries(): number {
    return [...this.whole.values(), ...this.added.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /** @param isThere whether the graph still holds a node; asked if {@link mayBeGone} allows both */
  age(today: number, isThere: (id: string) => boolean): void {
    const isOld = (edge: string, day: number) => day < today - (edge.includes(' HasSession ') ? 3 : 7);
    this.removeEdges((edge, entry) => isOld(edge, entry.day));
    const gone = [...this.nodes.keys()].filter((id) => {
      if (this.latestOf(id) >= today - 7) return false;
      return this.nodes.get(id)!.namedOn < today - 7 || !isThere(id);
    });
    this.removeNodes(new Set(gone));
  }

  remove(criteria: PlainCriteria): void {
    const isGone = ([id, { sources }]: [string, Node]) =>
      'source' in criteria
        ? sources.has('ACME') && !sources.has('Base')
        : criteria.kind === kindOf(id) && (sources.has('Base') || id.startsWith('R'));
    this.removeNodes(new Set([...this.nodes].filter(isGone).map(([id]) => id)));
    if ('kind' in criteria) this.removeEdges((edge) => edge.includes(` ${criteria.kind} `));
  }

  private readOpen({ nodes, edges }: OpenFile, day: number): number {
    for (const id of nodes) this.describe(id, 'ACME', null, day);
    const found = edges.filter((ends) => ends.every((id) => this.nodes.has(id)));
    for (const [source, target] of found) {
      for (const id of [source, target]) this.name(id, 'ACME', day);
      this.add(`${target} Knows`, `${source} Knows ${target}`, { flags: 0, day });
    }
    return edges.length - found.length;
  }

  private readRecord(
    { id, note, primaryGroup, rights, members, sessions }: PlainRecord,
    { methods }: DirectoryFile,
    day: number,
  ): void {
    this.describe(id, 'Base', note, day);
    const isWhole = (method: number, isEmpty: boolean) => (methods === 0 ? !isEmpty : (methods & method) !== 0);
    const acl = rights.map(({ principal, right, inherited }) => {
      const flags = PropertyFlag.isacl | (inherited ? PropertyFlag.isinherited : 0);
      return [`${principal} ${right} ${id}`, flags] as const;
    });
    this.give(`${id} acl`, acl, acl.length > 0 && isWhole(Methods.acl, false), day);
    if (primaryGroup !== null) {
      const membership = [`${id} MemberOf ${primaryGroup}`, PropertyFlag.isprimarygroup] as const;
      this.give(`${id} primary group`, [membership], isWhole(Methods.group, false), day);
    }
    if (id.startsWith('G')) {
      const all = members.map((it) => [`${it} MemberOf ${id}`, 0] as const);
      this.give(`${id} members`, all, isWhole(Methods.group, all.length === 0), day);
    }
    const logons = (sessions ?? []).map((it) => [`${id} HasSession ${it}`, 0] as const);
    this.give(`${id} sessions`, logons, false, day);
  }

  private give(list: string, edges: readonly (readonly [string, number])[], isWhole: boolean, day: number): void {
    for (const [edge] of edges) for (const end of endsOf(edge)) this.name(end, 'Base', day);
    if (isWhole) this.whole.set(list, new Map(edges.map(([edge, flags]) => [edge, { flags, day }])));
    else for (const [edge, flags] of edges) this.add(list, edge, { flags, day });
  }

  private add(list: string, edge: string, entry: Entry): void {
    const entries = this.added.get(list) ?? new Map();
    this.added.set(list, entries.set(edge, entry));
  }

  private describe(id: string, source: 'Base' | 'ACME', note: number | null, day: number): void {
    const node = this.name(id, source, day);
    node.isDescribed = true;
    node.describedOn = day;
    node.note = note ?? node.note;
  }

  private name(id: string, source: 'Base' | 'ACME', day: number): Node {
    const fresh = (): Node => ({ sources: new Set(), note: null, isDescribed: false, describedOn: 0, namedOn: day });
    const node = this.nodes.get(id) ?? fresh();
    this.nodes.set(id, node);
    node.sources.add(source);
    node.namedOn = day;
    return node;
  }

  /** The latest day of a record or list that names the node. It may be seen later: a list that changed since may have named it. */
  private latestOf(id: string): number {
    const lists = [...this.whole.values(), ...this.added.values()];
    const days = lists.flatMap((list) =>
      [...list].flatMap(([edge, { day }]) => (endsOf(edge).includes(id) ? [day] : [])),
    );
    return Math.max(this.nodes.get(id)!.describedOn, ...days);
  }

  private removeNodes(gone: ReadonlySet<string>): void {
    for (const id of gone) this.nodes.delete(id);
    this.removeEdges((edge) => endsOf(edge).some((id) => gone.has(id)));
  }

  private removeEdges(goes: (edge: string, entry: Entry) => boolean): void {
    for (const list of [...this.whole.values(), ...this.added.values()])
      for (const [edge, entry] of list) if (goes(edge, entry)) list.delete(edge);
  }
}

function endsOf(edge: string): string[] {
  const [source = '', , target = ''] = edge.split(' ');
  return [source, target];
}
