import type { KnownKind } from '../../store/kind-names.js';
import { isInUse } from '../../memory/kinds-in-use.js';
import type { MemoryGraph } from '../../memory/memory-graph.js';
import { HeldGraph } from '../../reach/held-graph.js';
import type { NameIndex } from '../../memory/read-names.js';
import { SeenDays } from '../../memory/graph-days.js';
import { foldText, Occurrences } from '../../memory/texts.js';
import { nearest } from '../cypher-error.js';
import { macroKinds, macroNames } from './kind-macros.js';
import { edgeId } from '../../store/edge-id.js';
import type { EdgeKinds, QueryGraph, VisitEdge } from './query-graph.js';
import { type EdgeValue, fromJson, type Value } from './values.js';

/** The members of a tag. */
export interface TagMembers {
  /** As queries name it: `Tag_Tier_Zero`. */
  readonly label: string;
  /** Its text in the property `system_tags`; null: none. */
  readonly systemTag: string | null;
  readonly isTierZero: boolean;
  /** Ids of nodes. */
  readonly members: readonly number[];
}

type Test = (node: number) => boolean;

/** The most that few kinds are looked up one by one. */
const fewKinds = 8;

const textsOf = { name: 'names', objectid: 'objectids', distinguishedname: 'distinguishedNames' } as const;

/** The graph in memory, with labels for tags. */
export class MemoryQueryGraph implements QueryGraph {
  readonly size: number;
  /** By label. Planning compares them again and again. */
  private readonly counts = new Map<string, number>();
  private readonly unknown = new Set<string>();
  private readonly absentKinds = new Set<string>();
  private readonly absentLabels = new Set<string>();
  private heldGraph: HeldGraph | undefined;
  private readonly names: ReadonlyMap<number, string>;
  private readonly days: SeenDays | null;
  private readonly kept = new Map<string, ReturnType<MemoryGraph['property']>>();
  private readonly tags: readonly (Omit<TagMembers, 'members'> & { readonly nodes: ReadonlySet<number> })[];

  constructor(
    private readonly graph: MemoryGraph,
    private readonly kinds: readonly KnownKind[],
    tags: readonly TagMembers[],
  ) {
    this.size = graph.size;
    this.days = graph.data.days ? new SeenDays(graph.data, graph.data.days) : null;
    this.names = new Map(kinds.map(({ id, name }) => [id, name]));
    this.tags = tags.map(({ members, ...tag }) => ({ ...tag, nodes: new Set(graph.nodesOf(members)) }));
  }

  exists(node: number): boolean {
    return this.graph.exists(node);
  }

  idOf(node: number): number {
    return this.graph.idOf(node);
  }

  idOfEdge({ source, kind, target }: EdgeValue): number {
    return edgeId(this.graph.idOf(source), kind, this.graph.idOf(target));
  }

  placeOf(id: number): number {
    return this.graph.placeOf(id);
  }

  labelsOf(node: number): readonly string[] {
    const shown = this.graph.kindOf(node);
    const others = this.graph.kindsOf(node).filter((kind) => kind !== shown);
    const tags = this.tags.filter(({ nodes }) => nodes.has(node)).map(({ label }) => label);
    const nameOf = (kind: number) => this.names.get(kind) ?? '';
    return [nameOf(shown), ...others.map(nameOf).toSorted(), ...tags.toSorted()];
  }

  labelTest(label: string): Test | null {
    const tag = this.tags.find((it) => it.label === label);
    if (tag) return (node) => tag.nodes.has(node);
    const kind = this.kinds.find(({ name, isOfNodes }) => isOfNodes && name === label);
    return kind ? (node) => this.graph.hasKind(node, kind.id) : null;
  }

  countLabelled(label: string): number {
    const known = this.counts.get(label);
    if (known !== undefined) return known;
    const count = this.countOf(label);
    this.counts.set(label, count);
    return count;
  }

  private countOf(label: string): number {
    const tag = this.tags.find((it) => it.label === label);
    if (tag) return tag.nodes.size;
    const test = this.labelTest(label);
    let count = 0;
    if (test) for (let node = 0; node < this.size; node++) if (test(node)) count++;
    return count;
  }

  nodesWithText(key: string, text: string): readonly number[] | null {
    if (text === '' || !isAscii(text) || !isTextKey(key)) return null;
    const query = Buffer.from(foldText(text));
    const { base, overlay } = this.graph.data;
    const found = matches(base.index, key, query).filter((node) => this.graph.isOfBase(node));
    return overlay
      ? [...found, ...matches(overlay.index, key, query).filter((node) => this.graph.exists(node))]
      : found;
  }

  computedProperty(node: number, key: string): Value | undefined {
    if (key === 'system_tags') {
      const tags = this.tags.flatMap(({ systemTag, nodes }) =>
        systemTag !== null && nodes.has(node) ? [systemTag] : [],
      );
      return tags.length === 0 ? null : tags.join(' ');
    }
    if (key === 'lastseen' && this.days) return this.days.ofNode(node);
    if (/^(istierzero|highvalue)$/i.test(key)) return this.tags.some((tag) => tag.isTierZero && tag.nodes.has(node));
    if (key === 'owned')
      return this.tags.some((tag) => tag.systemTag !== null && !tag.isTierZero && tag.nodes.has(node));
    let valueOf = this.kept.get(key);
    if (valueOf === undefined) this.kept.set(key, (valueOf = this.graph.property(key)));
    const kept = valueOf?.(node);
    return kept === undefined ? undefined : fromJson(kept);
  }

  computedEdgeProperty({ source, kind, target }: EdgeValue, key: string): Value | undefined {
    return key === 'lastseen' ? this.days?.ofEdge(source, kind, target) : undefined;
  }

  get held(): HeldGraph {
    return (this.heldGraph ??= new HeldGraph(this.graph));
  }

  kindsNamed(name: string, isHeld = false): readonly number[] {
    return (
      macroKinds(name, this.kinds, isHeld) ??
      this.kinds.flatMap((it) => (it.isOfEdges && it.name === name ? [it.id] : []))
    );
  }

  /** Notes on names of the query that find nothing. */
  get notes(): string[] {
    const [kinds, labels] = [this.absentKinds, this.absentLabels].map((names) => [...names].join(', '));
    return [
      ...this.unknown,
      ...(kinds ? [`the graph has no relationships of ${kinds}`] : []),
      ...(labels ? [`the graph has no nodes of ${labels}`] : []),
    ];
  }

  hintFor(name: string): string {
    const known = [...this.kinds.map((kind) => kind.name), ...this.tags.map(({ label }) => label), ...macroNames];
    if (known.includes(name)) {
      this.noteAbsence(name);
      return '';
    }
    const sameLetters = known.find((other) => other.toLowerCase() === name.toLowerCase());
    const hint = nearest(name, known);
    if (sameLetters !== undefined || hint === '')
      this.unknown.add(`there is no label or kind ${name}${sameLetters ? `; did you mean ${sameLetters}?` : ''}`);
    return sameLetters === undefined ? hint : '';
  }

  private noteAbsence(name: string): void {
    const kind = this.kinds.find((it) => it.name === name);
    if (!kind) return;
    const { id, isOfEdges, isOfNodes } = kind;
    if ((isOfEdges && isInUse(this.graph, id, 'edges')) || (isOfNodes && isInUse(this.graph, id, 'nodes'))) return;
    (isOfEdges ? this.absentKinds : this.absentLabels).add(name);
  }

  kindName(kind: number): string {
    return this.names.get(kind) ?? '';
  }

  edgesOf(direction: 'out' | 'in', node: number, { list, set }: EdgeKinds, visit: VisitEdge): boolean {
    const visitOne = (peer: number, kind: number) => visit(peer, kind, 0);
    if (!list || list.length > fewKinds) return this.graph.edgesOf(direction, node, set, visitOne);
    return list.some((kind) => this.graph.somePeer(direction, node, kind, (peer) => visitOne(peer, kind)));
  }
}

function isAscii(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}

function isTextKey(key: string): key is keyof typeof textsOf {
  return Object.hasOwn(textsOf, key);
}

function matches(index: NameIndex, key: keyof typeof textsOf, query: Buffer): number[] {
  const texts = index[textsOf[key]];
  const occurrences = new Occurrences(texts, query);
  const nodes: number[] = [];
  for (let at = occurrences.nextFrom(0); at < texts.start.length - 1; at = occurrences.nextFrom(at + 1))
    nodes.push(index.nodes[at]!);
  return nodes;
}
