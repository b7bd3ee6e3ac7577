import { InvalidInputError } from '../../base/errors.js';
import { Numbering } from '../../base/numbering.js';
import {
  type EdgeRecord,
  type Endpoint,
  isMatchedEndpoint,
  isReference,
  kindsOfPart,
  maxObjectidLength,
  type NodeRecord,
  type ResolvedEdge,
  type WholeListRecord,
} from '../records.js';
import type { ReferringRecord } from '../references/referring-records.js';
import { ACL_LIST, type Details, flagsOfList, isOutgoing, listOf, PRIMARY_GROUP_LIST } from '../store/list-row.js';
import { BatchKinds } from './batch-kinds.js';
import { type KnownRecord, noIdentity, type RecordIdentity } from './known-records.js';
import { propertyBits } from './property-bits.js';

/** A statement about a node. `object` and `kinds` are indexes in `objectids` and `kindLists` of the batch. */
export interface BatchNode {
  readonly object: number;
  readonly kinds: number;
  readonly described: boolean;
  readonly properties: Details;
}

/** The first index in an array, and the index after the last. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/** The statements of one record, in their order. */
export interface BatchRecord {
  readonly nodes: readonly BatchNode[];
  readonly lists: Range;
  readonly edges: Range;
  /** The owner of the record: the object of its first statement; -1: none. */
  readonly subject: number;
  readonly identity: RecordIdentity;
}

/** What records state of lists, as parallel arrays: one statement for each record and list. */
interface ListColumns {
  readonly owner: number[];
  /** Number of the list, with kinds as {@link BatchKinds} numbers them. */
  readonly list: number[];
  readonly isWhole: boolean[];
  readonly record: number[];
  /** The former statement about a list of the owner; -1: none. */
  readonly former: number[];
}

/** Edges as parallel arrays: an object for each would double the work of the garbage collector. */
interface EdgeColumns {
  readonly list: number[];
  readonly peer: number[];
  readonly kind: number[];
  readonly flags: number[];
  /** Flags that are stated, as true or false. */
  readonly mask: number[];
  /** By edge: properties that are no flags. */
  readonly details: Map<number, Details>;
}

/** Collects records that are written in one transaction. Objects, lists, edges and records are indexes in the columns of the batch. */
export class GraphBatch {
  readonly kinds = new BatchKinds();
  readonly lists: ListColumns = { owner: [], list: [], isWhole: [], record: [], former: [] };
  readonly edges: EdgeColumns = { list: [], peer: [], kind: [], flags: [], mask: [], details: new Map() };
  readonly records: BatchRecord[] = [];
  readonly skipped: KnownRecord[] = [];
  /** By object: the lists of kinds that edges state of it. */
  readonly mentions: number[][] = [];
  private readonly objects = new Numbering<string>();
  private readonly numbersOfKinds = new Map<readonly string[], number>();
  private readonly namesOfKinds = new Numbering<readonly string[]>((names) => names.join('\0'));
  private readonly referringRecords: ReferringRecord[] = [];
  /** By object: its last statement about a list. */
  private readonly lastLists: number[] = [];
  private firstList = 0;
  private firstEdge = 0;
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

  node({ objectid, kinds, described, properties }: NodeRecord): void {
    this.subject ??= objectid;
    this.nodes.push({ object: this.objectOf(objectid), kinds: this.kindListOf(kinds), described, properties });
  }

  /** @param record index of the record in its file, for faults */
  edge(edge: EdgeRecord, record = edge.record): void {
    const isLookedUp = isReference(edge);
    if (isLookedUp) this.hasReference = true;
    this.stated.edges.push(isLookedUp && record !== undefined ? { ...edge, record } : edge);
  }

  /** An edge whose ends were looked up. */
  resolvedEdge(edge: ResolvedEdge): void {
    this.stated.edges.push(edge);
  }

  wholeList(list: WholeListRecord): void {
    this.subject ??= list.objectid;
    this.stated.lists.push(list);
  }

  /** Ends a record: all that was added since the last one. */
  endOfRecord(identity = noIdentity, subject = this.subject): void {
    const { stated, nodes, hasReference } = this;
    this.stated = { edges: [], lists: [] };
    [this.nodes, this.subject, this.hasReference] = [[], null, false];
    const recorded = hasReference ? { ...identity, digest: null } : identity;
    if (hasReference) {
      for (const edge of stated.edges) for (const name of kindsOfPart(edge)) this.kinds.of(name);
      if (subject === null && nodes.length === 0) {
        for (const edge of stated.edges) this.loose.push(edge);
        return;
      }
      this.referringRecords.push({ ...stated, identity: recorded, subject });
    } else this.addLists(stated);
    this.records.push({
      nodes,
      lists: { from: this.firstList, to: this.lists.owner.length },
      edges: { from: this.firstEdge, to: this.edges.peer.length },
      subject: subject === null ? -1 : this.objectOf(subject),
      identity: recorded,
    });
    this.firstList = this.lists.owner.length;
    this.firstEdge = this.edges.peer.length;
  }

  skip(record: KnownRecord): void {
    this.skipped.push(record);
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
    if (object === this.mentions.length) {
      this.mentions.push([]);
      this.lastLists.push(-1);
    }
    return object;
  }

  private addLists({ edges, lists }: GraphBatch['stated']): void {
    for (const edge of edges) this.add(edge);
    for (const list of lists) this.whole(list);
  }

  private whole({ objectid, list }: WholeListRecord): void {
    this.lists.isWhole[this.listOf(this.objectOf(objectid), this.numberOf(list))] = true;
  }

  private numberOf(list: WholeListRecord['list']): number {
    if (!('kind' in list)) return list.of === 'acl' ? ACL_LIST : PRIMARY_GROUP_LIST;
    const kind = this.kinds.of(list.kind);
    if (isOutgoing(kind) !== (list.of === 'outgoing'))
      throw new Error(`edges of kind ${list.kind} belong to the other end`);
    return kind;
  }

  private add({ source, kind: name, target, properties }: EdgeRecord): void {
    const { edges } = this;
    const kind = this.kinds.of(name);
    const { flags, mask, details } = propertyBits(properties);
    const list = listOf(kind, flags);
    const [start, end] = [this.mention(source), this.mention(target)];
    const [owner, peer] = isOutgoing(list) ? [start, end] : [end, start];
    const stored = ~flagsOfList(list);
    if (details) edges.details.set(edges.peer.length, details);
    edges.list.push(this.listOf(owner, list));
    edges.peer.push(peer);
    edges.kind.push(kind);
    edges.flags.push(flags & stored);
    edges.mask.push(mask & stored);
  }

  /** The statement of the record about a list. */
  private listOf(owner: number, list: number): number {
    const { lists, lastLists, firstList } = this;
    const last = lastLists[owner] ?? -1;
    for (let its = last; its >= firstList; its = lists.former[its] ?? -1) if (lists.list[its] === list) return its;
    lists.list.push(list);
    lists.isWhole.push(false);
    lists.record.push(this.records.length);
    lists.former.push(last);
    return (lastLists[owner] = lists.owner.push(owner) - 1);
  }

  private mention(end: Endpoint): number {
    if (isMatchedEndpoint(end)) throw new Error('an end of an edge was not looked up');
    const object = this.objectOf(end.objectid);
    const kinds = this.kindListOf(end.kinds);
    const known = this.mentions[object];
    if (!known?.includes(kinds)) known?.push(kinds);
    return object;
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
