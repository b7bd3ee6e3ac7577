import { InvalidInputError } from '../../../base/errors.js';
import { Numbering } from '../../../base/values/numbering.js';
import {
  type EdgeRecord,
  type Endpoint,
  isLookedUp,
  isMatchedEndpoint,
  kindsOfEdge,
  maxObjectidLength,
  type NodeRecord,
  type Properties,
} from '../../records.js';
import { flagsOfList, isOutgoing, listOf } from '../../store/list-row.js';
import { NOBODY, type Statements } from '../../statements.js';
import { type BatchNode, type BatchRecord, EdgeColumns, ListColumns, MentionColumns } from './batch-columns.js';
import { BatchKinds } from './batch-kinds.js';
import { DeferredStatements, type ReferringRecord } from './deferred-statements.js';
import { noIdentity, type SkippedRecord } from './known-records.js';
import { NumberColumn } from './number-column.js';
import { noBits, propertyBits } from './property-bits.js';

const none: Properties = Object.freeze({});

/** Collects records that are written in one transaction. Objects, lists, edges and records are indexes in the columns of the batch. */
export class GraphBatch implements Statements {
  readonly kinds = new BatchKinds();
  readonly objectids: string[] = [];
  readonly lists = new ListColumns();
  readonly edges = new EdgeColumns();
  readonly records: BatchRecord[] = [];
  readonly skipped: SkippedRecord[] = [];
  readonly mentions = new MentionColumns();
  /** By object: the kinds of its last mention; -1: none. */
  private readonly lastKinds = new NumberColumn();
  private readonly objects = new Map<string, number>();
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
  /** What the open record states of edges until the ends of its references are looked up. */
  private waiting: DeferredStatements | null = null;
  /** Edges of records that state nothing else. A record for each would be garbage that lives long. */
  private readonly loose: EdgeRecord[] = [];
  private subject: string | null = null;

  /** The edges and lists of records with an end that must be looked up. */
  get referring(): readonly ReferringRecord[] {
    const { loose, referringRecords } = this;
    if (loose.length === 0) return referringRecords;
    return [...referringRecords, { edges: loose, lists: [], identity: noIdentity, subject: null }];
  }

  get isEmpty(): boolean {
    return this.records.length + this.skipped.length + this.loose.length === 0;
  }

  get kindLists(): readonly (readonly string[])[] {
    return this.namesOfKinds.values;
  }

  /** Nodes that were described since the last record ended. */
  get openNodes(): readonly NodeRecord[] {
    const nodes: NodeRecord[] = [];
    for (const { object, kinds, described, properties } of this.nodes) {
      const [objectid, names] = [this.objectids[object] ?? '', this.kindLists[kinds] ?? []];
      if (described) nodes.push({ objectid, kinds: names, described, properties });
    }
    return nodes;
  }

  /** Passes the kinds of the edges that were stated since the last record ended, with the number of edges in a row. */
  countOpenEdges(count: (kind: string, edges: number) => void): void {
    const { kind } = this.edges;
    for (let edge = this.firstEdge; edge < kind.length;) {
      const first = edge;
      while (edge < kind.length && kind.at(edge) === kind.at(first)) edge++;
      count(this.kinds.nameOf(kind.at(first)), edge - first);
    }
    for (const edge of this.waiting?.edges ?? []) count(edge.kind, 1);
  }

  node({ objectid, kinds, described, properties, erased }: NodeRecord): void {
    this.state(objectid, kinds, described, properties, erased);
  }

  describe(objectid: string, kinds: readonly string[], properties: Properties, erased?: readonly string[]): number {
    return this.state(objectid, kinds, true, properties, erased);
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

  edge(source: number, kind: number, target: number, { flags, mask, details } = noBits): void {
    if (source === NOBODY || target === NOBODY) return;
    const { edges } = this;
    const list = listOf(kind, flags);
    const kept = ~flagsOfList(list);
    const isOut = isOutgoing(list);
    if (details) edges.details.set(edges.peer.length, details);
    edges.list.push(this.listOf(isOut ? source : target, list));
    edges.peer.push(isOut ? target : source);
    edges.kind.push(kind);
    edges.flags.push(flags & kept);
    edges.mask.push(mask & kept);
  }

  link(source: Endpoint | null, kind: string, target: Endpoint | null, properties: Properties = none): void {
    if (!source || !target) return;
    if (isLookedUp(source) || isLookedUp(target)) this.deferred().link(source, kind, target, properties);
    else this.edge(this.mentionEnd(source), this.kinds.of(kind), this.mentionEnd(target), propertyBits(properties));
  }

  whole(objectid: string, list: number): void {
    this.subject ??= objectid;
    this.lists.isWhole.set(this.listOf(this.objectOf(objectid), list), 1);
  }

  deferred(): DeferredStatements {
    return (this.waiting ??= new DeferredStatements(this));
  }

  /**
   * Ends a record: all that was added since the last one.
   * @param index of the record in its file, for faults
   */
  endOfRecord(identity = noIdentity, subject = this.openSubject, index = 0): void {
    const { nodes, waiting } = this;
    [this.nodes, this.subject, this.waiting] = [[], null, null];
    const recorded = waiting ? { ...identity, digest: null } : identity;
    if (waiting) {
      const edges = this.edgesOf(waiting, index);
      if (subject === null && nodes.length === 0) {
        for (const edge of edges) this.loose.push(edge);
        return;
      }
      this.referringRecords.push({ edges, lists: waiting.lists, identity: recorded, subject });
    }
    this.records.push({
      nodes,
      firstList: this.firstList,
      endOfLists: this.lists.owner.length,
      firstEdge: this.firstEdge,
      endOfEdges: this.edges.peer.length,
      subject: subject === null ? -1 : this.objectOf(subject),
      identity: recorded,
      id: null,
      type: '',
      isNew: false,
      isAgain: false,
    });
    this.firstList = this.lists.owner.length;
    this.firstEdge = this.edges.peer.length;
  }

  skip({ id, digest }: SkippedRecord): void {
    this.skipped.push({ id, digest });
  }

  /** The index of an object id, which is added if it is new. */
  objectOf(objectid: string): number {
    const known = this.objects.get(objectid);
    if (known !== undefined) return known;
    if (objectid.length < 1 || objectid.length > maxObjectidLength)
      throw InvalidInputError.at(
        'upload.invalid_file',
        'objectid',
        `an object id has 1 to ${maxObjectidLength} characters`,
      );
    const object = this.objectids.push(objectid) - 1;
    this.objects.set(objectid, object);
    this.lastKinds.push(-1);
    this.lastLists.push(-1);
    return object;
  }

  private get openSubject(): string | null {
    return this.subject ?? this.waiting?.lists[0]?.objectid ?? null;
  }

  private edgesOf({ edges }: DeferredStatements, record: number): EdgeRecord[] {
    if (this.lists.owner.length > this.firstList)
      throw new Error('a record with references states edges that are not deferred');
    for (const edge of edges) for (const name of kindsOfEdge(edge)) this.kinds.of(name);
    return edges.map((edge) => ({ record, ...edge }));
  }

  private state(
    objectid: string,
    kinds: readonly string[],
    described: boolean,
    properties: Properties,
    erased?: readonly string[],
  ): number {
    this.subject ??= objectid;
    const object = this.objectOf(objectid);
    this.nodes.push({ object, kinds: this.kindListOf(kinds), described, properties, erased });
    return object;
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
