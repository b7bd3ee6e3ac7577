import { addToGroup } from '../../base/group-by.js';
import type { EdgeList } from '../records.js';
import type { KindNumbers } from '../store/kind-numbers.js';
import type { StatedEdge } from '../store/list-entries.js';
import { ACL_LIST, flagsOfList, isOutgoing, listOf, Origin, PRIMARY_GROUP_LIST } from '../store/list-row.js';
import type { ListStatement } from '../store/merge-lists.js';
import type { BatchNodes } from './batch-nodes.js';
import type { BatchContents, BatchEdge } from './graph-batch.js';
import type { PayloadState } from './payload-state.js';
import type { StatedRecord } from './stated-records.js';

/** A statement about a list with the record that makes it. */
export interface RecordStatement extends ListStatement {
  readonly by: StatedRecord;
}

interface OpenList {
  readonly owner: number;
  readonly list: number;
  readonly origin: typeof Origin.Whole | typeof Origin.Added;
  readonly edges: StatedEdge[];
}

/** What the records of a batch say about lists, by the object that owns them. */
export class ListStatements {
  readonly byOwner = new Map<number, RecordStatement[]>();

  constructor(
    private readonly batch: BatchContents,
    private readonly nodes: BatchNodes,
    private readonly kinds: KindNumbers,
    private readonly payload: PayloadState,
  ) {}

  add(record: StatedRecord): void {
    for (const list of this.listsOf(record)) {
      if (list.origin === Origin.Added) record.isRenewable = false;
      if (list.owner !== record.subject && !this.isToldByRow(list, record)) record.isKnowable = false;
      this.put(list, record);
    }
    if (!this.namesItsNodes(record) || !givesAnything(record)) record.isKnowable = false;
  }

  private listsOf(record: StatedRecord): Iterable<OpenList> {
    const lists = new Map<number, OpenList>();
    for (const { owner, list } of record.lists) {
      const number = this.numberOf(list);
      lists.set(keyOf(owner, number), { owner, list: number, origin: Origin.Whole, edges: [] });
    }
    for (const edge of record.edges) {
      const { owner, list, stated } = this.placed(edge);
      const key = keyOf(owner, list);
      let open = lists.get(key);
      if (!open) lists.set(key, (open = { owner, list, origin: Origin.Added, edges: [] }));
      open.edges.push(stated);
    }
    return lists.values();
  }

  private numberOf(list: EdgeList): number {
    if (!('kind' in list)) return list.of === 'acl' ? ACL_LIST : PRIMARY_GROUP_LIST;
    const kind = this.kinds.of(list.kind);
    if (isOutgoing(kind) !== (list.of === 'outgoing'))
      throw new Error(`edges of kind ${list.kind} belong to the other end`);
    return kind;
  }

  private placed(edge: BatchEdge) {
    const kind = this.kinds.of(edge.kind);
    const list = listOf(kind, edge.flags);
    const [owner, peer] = isOutgoing(list) ? [edge.source, edge.target] : [edge.target, edge.source];
    const stored = ~flagsOfList(list);
    const flags = edge.flags & stored;
    const said = edge.said & stored;
    return { owner, list, stated: { peer: this.nodes.idOf(peer), kind, flags, said, details: edge.details } };
  }

  /** Whether a change of the list of another object is noticed by the row, which names its record. An empty list has no row. */
  private isToldByRow({ owner, origin, edges }: OpenList, { subject }: StatedRecord): boolean {
    return origin === Origin.Whole && (edges.length > 0 || this.isPartOf(owner, subject));
  }

  /** Whether the object exists only as a part of another, as the local groups of a computer do: no other record gives its lists. */
  private isPartOf(object: number, whole: number): boolean {
    const { objectids } = this.batch;
    return objectids[object]?.startsWith(`${objectids[whole]}-`) === true;
  }

  private put({ owner, list, origin, edges }: OpenList, by: StatedRecord): void {
    const unites = origin === Origin.Whole && this.payload.giveList(this.nodes.idOf(owner), list);
    const isOwn = owner === by.subject;
    addToGroup(this.byOwner, owner, { list, origin, edges, unites, record: by.id, isOwn, by });
  }

  /**
   * Whether the removal of any node that the record mentions is noticed: it changes a list that the record gives, or the node names the
   * record.
   */
  private namesItsNodes({ id, nodes, edges, subject }: StatedRecord): boolean {
    let ends: Set<number> | undefined;
    const isEnd = (object: number) =>
      (ends ??= new Set(edges.flatMap(({ source, target }) => [source, target]))).has(object);
    return nodes.every(({ object }) => object === subject || isEnd(object) || this.nodes.recordOf(object) === id);
  }
}

function keyOf(owner: number, list: number): number {
  return owner * 65_536 + list;
}

/** A record that only adds edges is written again each time. */
function givesAnything({ lists, nodes }: StatedRecord): boolean {
  return lists.length > 0 || nodes.some(({ described }) => described);
}
