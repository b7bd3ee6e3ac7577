import { InvalidInputError } from '../../base/errors.js';
import { Numbering } from '../../base/numbering.js';
import {
  type EdgeList,
  type EdgeRecord,
  type Endpoint,
  isReference,
  type KnownEndpoint,
  maxObjectidLength,
  type NodeRecord,
  type ResolvedEdge,
  type WholeListRecord,
} from '../records.js';
import type { ReferringRecord } from '../references/referring-records.js';
import type { Details } from '../store/list-row.js';
import { BatchEdges } from './batch-edges.js';
import { type KnownRecord, noIdentity, type RecordIdentity } from './known-records.js';

/** A statement about a node. `object` and `kinds` are indexes in `objectids` and `kindLists` of the batch. */
export interface BatchNode {
  readonly object: number;
  readonly kinds: number;
  readonly described: boolean;
  readonly properties: Details;
}

/** The statements of one record, in their order. */
export interface BatchRecord {
  readonly nodes: readonly BatchNode[];
  /** Its part of the edges of the batch. */
  readonly edges: { readonly from: number; readonly to: number };
  readonly lists: readonly { readonly owner: number; readonly list: EdgeList }[];
  /** The owner of the record: the object of its first statement; -1: none. */
  readonly subject: number;
  readonly identity: RecordIdentity;
}

/** The part of a batch that is written. */
export type BatchContents = Pick<
  GraphBatch,
  'objectids' | 'objectOf' | 'kindNames' | 'kindLists' | 'records' | 'edges' | 'skipped' | 'mentions' | 'referring'
>;

const nothing = { edges: [], lists: [] } as const;

/** Collects records that are written in one transaction. Object ids are replaced by indexes. */
export class GraphBatch {
  readonly edges = new BatchEdges();
  readonly records: BatchRecord[] = [];
  readonly skipped: KnownRecord[] = [];
  private readonly referringRecords: ReferringRecord[] = [];
  /** By object: the lists of kinds that edges state of it. */
  readonly mentions: number[][] = [];
  private readonly objects = new Numbering<string>();
  private readonly kinds = new Numbering<string>();
  private readonly lists = new Numbering<readonly string[]>((names) => names.join('\0'));
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

  /** Names of the kinds of edges. */
  get kindNames(): readonly string[] {
    return this.kinds.values;
  }

  get kindLists(): readonly (readonly string[])[] {
    return this.lists.values;
  }

  node({ objectid, kinds, described, properties }: NodeRecord): void {
    this.subject ??= objectid;
    this.nodes.push({ object: this.objectOf(objectid), kinds: this.lists.of(kinds), described, properties });
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
    if (this.hasReference && subject === null && this.nodes.length === 0) {
      for (const edge of this.stated.edges) this.loose.push(edge);
      this.stated.edges.length = 0;
      this.hasReference = false;
      return;
    }
    const recorded = this.hasReference ? { ...identity, digest: null } : identity;
    if (this.hasReference) this.referringRecords.push({ ...this.stated, identity: recorded, subject });
    const { edges, lists } = this.hasReference ? nothing : this.stated;
    const from = this.edges.length;
    for (const edge of edges) this.number(edge);
    this.records.push({
      nodes: this.nodes,
      edges: { from, to: this.edges.length },
      lists: lists.map(({ objectid, list }) => ({ owner: this.objectOf(objectid), list })),
      subject: subject === null ? -1 : this.objectOf(subject),
      identity: recorded,
    });
    [this.nodes, this.subject, this.hasReference] = [[], null, false];
    this.stated = { edges: [], lists: [] };
  }

  skip(record: KnownRecord): void {
    this.skipped.push(record);
  }

  private number({ source, kind, target, properties }: EdgeRecord): void {
    this.edges.add(this.mention(source), this.kinds.of(kind), this.mention(target), properties);
  }

  private mention(end: Endpoint): number {
    const { objectid, kinds: names } = end as KnownEndpoint;
    const object = this.objectOf(objectid);
    const kinds = this.lists.of(names);
    const known = (this.mentions[object] ??= []);
    if (!known.includes(kinds)) known.push(kinds);
    return object;
  }

  /** The index of an object id, which is added if it is new. */
  objectOf(objectid: string): number {
    if (objectid.length < 1 || objectid.length > maxObjectidLength)
      throw InvalidInputError.at(
        'upload.invalid_file',
        'objectid',
        `an object id has 1 to ${maxObjectidLength} characters`,
      );
    return this.objects.of(objectid);
  }
}
