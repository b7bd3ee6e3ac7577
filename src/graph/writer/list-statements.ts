import { addToGroup } from '../../base/group-by.js';
import { type EdgeList, isPartOf } from '../records.js';
import type { KindNumbers } from './kind-numbers.js';
import type { StatedEdge } from '../store/list-entries.js';
import { ACL_LIST, flagsOfList, isOutgoing, listOf, Origin, PRIMARY_GROUP_LIST } from '../store/list-row.js';
import type { ListStatement } from './merge-lists.js';
import type { BatchNodes } from './batch-nodes.js';
import type { BatchContents } from './graph-batch.js';
import type { PayloadState } from './payload-state.js';
import type { StatedRecord } from './record-ids.js';

/** A statement about a list with the record that makes it. */
export interface RecordStatement extends ListStatement {
  readonly by: StatedRecord;
}

interface StatedList {
  readonly owner: number;
  readonly list: number;
  readonly origin: typeof Origin.Whole | typeof Origin.Added;
  readonly edges: StatedEdge[];
}

/** The statements of a batch about lists, by owner. Finds the records that cannot be recognized later. */
export class ListStatements {
  readonly byOwner = new Map<number, RecordStatement[]>();
  private readonly edgeKinds: readonly number[];

  constructor(
    private readonly batch: BatchContents,
    private readonly nodes: BatchNodes,
    private readonly kinds: KindNumbers,
    private readonly payload: PayloadState,
  ) {
    this.edgeKinds = batch.kindNames.map((name) => kinds.of(name));
  }

  add(record: StatedRecord): void {
    for (const list of this.listsOf(record)) {
      if (list.origin === Origin.Added) record.isRenewable = false;
      if (list.owner !== record.subject && !this.clearsIfChanged(list, record)) record.isSkippable = false;
      // An empty list of an object that is no node changes nothing.
      if (this.nodes.has(list.owner)) this.put(list, record);
    }
    if (!this.clearsIfNodesAreRemoved(record) || !givesListsOrNodes(record)) record.isSkippable = false;
  }

  private listsOf(record: StatedRecord): Iterable<StatedList> {
    const lists = new Map<number, StatedList>();
    for (const { owner, list } of record.lists) {
      const number = this.numberOf(list);
      lists.set(keyOf(owner, number), { owner, list: number, origin: Origin.Whole, edges: [] });
    }
    for (let edge = record.edges.from; edge < record.edges.to; edge++) this.place(edge, lists);
    return lists.values();
  }

  private numberOf(list: EdgeList): number {
    if (!('kind' in list)) return list.of === 'acl' ? ACL_LIST : PRIMARY_GROUP_LIST;
    const kind = this.kinds.of(list.kind);
    if (isOutgoing(kind) !== (list.of === 'outgoing'))
      throw new Error(`edges of kind ${list.kind} belong to the other end`);
    return kind;
  }

  private place(edge: number, lists: Map<number, StatedList>): void {
    const { sources, targets, kinds, flags, masks, details } = this.batch.edges;
    const kind = this.edgeKinds[kinds[edge] ?? 0] ?? 0;
    const list = listOf(kind, flags[edge] ?? 0);
    const [ownerEnds, peerEnds] = isOutgoing(list) ? [sources, targets] : [targets, sources];
    const owner = ownerEnds[edge] ?? 0;
    const key = keyOf(owner, list);
    let open = lists.get(key);
    if (!open) lists.set(key, (open = { owner, list, origin: Origin.Added, edges: [] }));
    const stored = ~flagsOfList(list);
    open.edges.push({
      peer: this.nodes.idOf(peerEnds[edge] ?? 0),
      kind,
      flags: (flags[edge] ?? 0) & stored,
      mask: (masks[edge] ?? 0) & stored,
      details: details.get(edge) ?? null,
    });
  }

  /** Whether a change of a list of another node clears the digest of the record: the row names it. An empty list has no row. */
  private clearsIfChanged({ owner, origin, edges }: StatedList, { subject }: StatedRecord): boolean {
    return origin === Origin.Whole && (edges.length > 0 || this.isPartOf(owner, subject));
  }

  /** Whether a node is a part of another: no other record gives its lists. */
  private isPartOf(object: number, whole: number): boolean {
    const { objectids } = this.batch;
    return isPartOf(objectids[object] ?? '', objectids[whole] ?? '');
  }

  private put({ owner, list, origin, edges }: StatedList, by: StatedRecord): void {
    const isRepeated = origin === Origin.Whole && this.payload.addList(this.nodes.idOf(owner), list);
    const isOwn = owner === by.subject;
    addToGroup(this.byOwner, owner, { list, origin, edges, isRepeated, record: by.id, isOwn, by });
  }

  /**
   * Whether the removal of any node that the record mentions clears its digest: either a list of the record loses a peer, or the node names
   * the record.
   */
  private clearsIfNodesAreRemoved({ id, nodes, edges: { from, to }, subject }: StatedRecord): boolean {
    const { sources, targets } = this.batch.edges;
    let ends: Set<number> | undefined;
    const isEnd = (object: number) =>
      (ends ??= new Set([...sources.slice(from, to), ...targets.slice(from, to)])).has(object);
    return nodes.every(({ object }) => object === subject || isEnd(object) || this.nodes.recordOf(object) === id);
  }
}

function keyOf(owner: number, list: number): number {
  return owner * 65_536 + list;
}

/** Whether the record says more than added edges. */
function givesListsOrNodes({ lists, nodes }: StatedRecord): boolean {
  return lists.length > 0 || nodes.some(({ described }) => described);
}
