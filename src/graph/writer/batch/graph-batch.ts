import { InvalidInputError } from '../../../base/errors.js';
import { Numbering } from '../../../base/values/numbering.js';
import {
  type EdgeRecord,
  type Endpoint,
  isLookedUp,
  isMatchedEndpoint,
  isReference,
  kindsOfEdge,
  maxObjectidLength,
  type NodeRecord,
  type Properties,
  type ResolvedEdge,
  type WholeListRecord,
} from '../../records.js';
import type { ReferringRecord } from './referring-records.js';
import { ACL_LIST, flagsOfList, isOutgoing, listOf, PRIMARY_GROUP_LIST } from '../../store/list-row.js';
import type { Statements } from '../../statements.js';
import { type BatchNode, type BatchRecord, EdgeColumns, ListColumns, MentionColumns } from './batch-columns.js';
import { BatchKinds } from './batch-kinds.js';
import { DeferredStatements } from './deferred-statements.js';
import { noIdentity, type SkippedRecord } from './known-records.js';
import { NumberColumn } from './number-column.js';
import { noBits, propertyBits } from './property-bits.js';

const none: Properties = Object.freeze({});

/** Collects records that are written in one transaction. Objects, lists, edges and records are indexes in the columns of the batch. */
export class GraphBatch implements Statements {
  readonly kinds = new BatchKinds();
  readonly lists = new ListColumns();
  readonly edges = new EdgeColumns();
  readonly records: BatchRecord[] = [];
  readonly skipped: SkippedRecord[] = [];
  readonly mentions = new MentionColumns();
  /** By object: the kinds of its last mention; -1: none. */
  private readonly lastKinds = new NumberColumn();
  private readonly objects = new Numbering<string>();
  private readonly numbersOfKinds = new Map<readonly string[], number>();
  private readonly namesOfKinds = new Numbering<readonly string[]>((names) => names.join('\0'));
  private readonly referringRecords: ReferringRecord[] = [];
  /** By object: its last statement about a list. */
  private readonly lastLists = new NumberColumn();
  private firstList = 0;
  private firstEdge = 0;
  /** The statement about a list that was last added to. */
  private lastList = -1;
  private nodes: BatchNode[] = [];
  private stated: { readonly edges: EdgeRecord[]; readonly lists: WholeListRecord[] } = { edges: [], lists: [] };
  /** Edges of records that state nothing else. A record for each would be garbage that lives long. */
  private readonly loose: EdgeRecord[] = [];
  private subject: string | null = null;
  private hasReference = false;

  /** The edges and lists of records with an end that must be looked up. */
  get referring(): readonly ReferringRecord[] {
    const { loose, referringRecords } = this;
    if (loose.length === 0) return referringRecords;
    return [...referringRecords, { edges: loose, lists: [], identity: noIdentity, subject: null }];
  }

  get isEmpty(): boolean {
    return this.records.length + this.skipped.length + this.loose.length === 0;
  }

  get objectids(): readonly string[] {
    return this.objects.values;
  }

  get kindLists(): readonly (readonly string[])[] {
    return this.namesOfKinds.values;
  }

  /** Nodes that were described since the last record ended. */
  get openNodes(): readonly NodeRecord[] {
    return this.nodes.flatMap(({ object, kinds, described, properties }) => {
      const node = {
        objectid: this.objectids[object] ?? '',
        kinds: this.kindLists[kinds] ?? [],
        described,
        properties,
      };
      return described ? node : [];
    });
  }

  /** Passes the kinds of the edges that were stated since the last record ended, with the number of edges in a row. */
  countOpenEdges(count: (kind: string, edges: number) => void): void {
    const { kind } = this.edges;
    for (let edge = this.firstEdge; edge < kind.length;) {
      const first = edge;
      while (edge < kind.length && kind.at(edge) === kind.at(first)) edge++;
      count(this.kinds.nameOf(kind.at(first)), edge - first);
    }
    for (const stated of this.stated.edges) count(stated.kind, 1);
  }

  node({ objectid, kinds, described, properties }: NodeRecord): void {
    this.state(objectid, kinds, described, properties);
  }

  describe(objectid: string, kinds: readonly string[], properties: Properties): number {
    return this.state(objectid, kinds, true, properties);
  }

  supplement(objectid: string, kinds: readonly string[], properties: Properties): number {
    return this.state(objectid, kinds, false, properties);
  }

  mention(objectid: string, kinds: readonly string[]): number {
    const object = this.objectOf(objectid);
    const list = this.kindListOf(kinds);
    if (this.lastKinds.at(object) === list) return object;
    this.lastKinds.set(object, list);
    this.mentions.object.push(object);
    this.mentions.kinds.push(list);
    return object;
  }

  edge(owner: number, list: number, peer: number, kind: number, { flags, mask, details } = noBits): void {
    const { edges } = this;
    if (details) edges.details.set(edges.peer.length, details);
    edges.list.push(this.listOf(owner, list));
    edges.peer.push(peer);
    edges.kind.push(kind);
    edges.flags.push(flags);
    edges.mask.push(mask);
  }

  link(source: Endpoint, kind: string, target: Endpoint, properties: Properties = none): void {
    if (isLookedUp(source) || isLookedUp(target)) this.edgeRecord({ source, kind, target, properties });
    else this.add({ source, kind, target, properties });
  }

  whole(objectid: string, list: number): void {
    this.subject ??= objectid;
    this.lists.isWhole.set(this.listOf(this.objectOf(objectid), list), 1);
  }

  deferred(): Statements {
    return new DeferredStatements(this);
  }

  /** An edge of a record that may have references. */
  edgeRecord(edge: EdgeRecord): void {
    if (isReference(edge)) this.hasReference = true;
    this.stated.edges.push(edge);
  }

  /** An edge whose ends were looked up. */
  resolvedEdge(edge: ResolvedEdge): void {
    this.stated.edges.push(edge);
  }

  wholeList(list: WholeListRecord): void {
    this.subject ??= list.objectid;
    this.stated.lists.push(list);
  }

  /**
   * Ends a record: all that was added since the last one.
   * @param index of the record in its file, for faults
   */
  endOfRecord(identity = noIdentity, subject = this.subject, index?: number): void {
    const { nodes, hasReference } = this;
    const stated = this.takeStated(index);
    [this.nodes, this.subject, this.hasReference] = [[], null, false];
    const recorded = hasReference ? { ...identity, digest: null } : identity;
    if (hasReference) {
      for (const edge of stated.edges) for (const name of kindsOfEdge(edge)) this.kinds.of(name);
      if (subject === null && nodes.length === 0) {
        for (const edge of stated.edges) this.loose.push(edge);
        return;
      }
      this.referringRecords.push({ ...stated, identity: recorded, subject });
    } else this.addLists(stated);
    this.records.push({
      nodes,
      firstList: this.firstList,
      endOfLists: this.lists.owner.length,
      firstEdge: this.firstEdge,
      endOfEdges: this.edges.peer.length,
      subject: subject === null ? -1 : this.objectOf(subject),
      identity: recorded,
    });
    this.firstList = this.lists.owner.length;
    this.firstEdge = this.edges.peer.length;
  }

  skip({ id, digest }: SkippedRecord): void {
    this.skipped.push({ id, digest });
  }

  /** The index of an object id, which is added if it is new. */
  objectOf(objectid: string): number {
    if (objectid.length < 1 || objectid.length > maxObjectidLength)
      throw InvalidInputError.at(
        'upload.invalid_file',
        'objectid',
        `an object id has 1 to ${maxObjectidLength} characters`,
      );
    const object = this.objects.of(objectid);
    if (object === this.lastLists.length) {
      this.lastKinds.push(-1);
      this.lastLists.push(-1);
    }
    return object;
  }

  /** Takes the edges and lists that have not been added yet. */
  private takeStated(index: number | undefined): GraphBatch['stated'] {
    const { stated } = this;
    if (stated.edges.length + stated.lists.length === 0) return stated;
    if (this.hasReference && this.lists.owner.length > this.firstList)
      throw new Error('a record with references states edges that are not deferred');
    this.stated = { edges: [], lists: [] };
    return index === undefined ? stated : { ...stated, edges: numbered(stated.edges, index) };
  }

  private addLists({ edges, lists }: GraphBatch['stated']): void {
    for (const edge of edges) this.add(edge);
    for (const { objectid, list } of lists)
      this.lists.isWhole.set(this.listOf(this.objectOf(objectid), this.numberOf(list)), 1);
  }

  private state(objectid: string, kinds: readonly string[], described: boolean, properties: Properties): number {
    this.subject ??= objectid;
    const object = this.objectOf(objectid);
    this.nodes.push({ object, kinds: this.kindListOf(kinds), described, properties });
    return object;
  }

  private numberOf(list: WholeListRecord['list']): number {
    if (!('kind' in list)) return list.of === 'acl' ? ACL_LIST : PRIMARY_GROUP_LIST;
    const kind = this.kinds.of(list.kind);
    if (isOutgoing(kind) !== (list.of === 'outgoing'))
      throw new Error(`edges of kind ${list.kind} belong to the other end`);
    return kind;
  }

  private add({ source, kind: name, target, properties }: EdgeRecord): void {
    const kind = this.kinds.of(name);
    const { flags, mask, details } = propertyBits(properties);
    const list = listOf(kind, flags);
    const [start, end] = [this.mentionEnd(source), this.mentionEnd(target)];
    const [owner, peer] = isOutgoing(list) ? [start, end] : [end, start];
    const stored = ~flagsOfList(list);
    this.edge(owner, list, peer, kind, { flags: flags & stored, mask: mask & stored, details });
  }

  /** The statement of the record about a list. */
  private listOf(owner: number, list: number): number {
    const { lists, lastLists, firstList, lastList } = this;
    if (lastList >= firstList && lists.owner.at(lastList) === owner && lists.list.at(lastList) === list)
      return lastList;
    const last = lastLists.at(owner);
    for (let its = last; its >= firstList; its = lists.former.at(its))
      if (lists.list.at(its) === list) return (this.lastList = its);
    lists.list.push(list);
    lists.isWhole.push(0);
    lists.record.push(this.records.length);
    lists.former.push(last);
    this.lastList = lists.owner.push(owner);
    lastLists.set(owner, this.lastList);
    return this.lastList;
  }

  private mentionEnd(end: Endpoint): number {
    if (isMatchedEndpoint(end)) throw new Error('an end of an edge was not looked up');
    return this.mention(end.objectid, end.kinds);
  }

  /** Most kinds of nodes are given by a few arrays, which need not be compared. */
  private kindListOf(names: readonly string[]): number {
    let number = this.numbersOfKinds.get(names);
    if (number === undefined) {
      for (const name of names) this.kinds.of(name);
      this.numbersOfKinds.set(names, (number = this.namesOfKinds.of(names)));
    }
    return number;
  }
}

function numbered(edges: EdgeRecord[], record: number): EdgeRecord[] {
  return edges.map((edge) => (isReference(edge) ? { ...edge, record } : edge));
}
