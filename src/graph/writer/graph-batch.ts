import { propertyBits } from './property-bits.js';
import type { EdgeList, EdgeRecord, Endpoint, GraphSink, NodeRecord, WholeListRecord } from '../records.js';
import type { Details } from '../store/list-row.js';

/** A statement about a node. Objects and lists of kinds are numbers of the batch. */
export interface BatchNode {
  readonly object: number;
  readonly kinds: number;
  readonly described: boolean;
  readonly properties: Details;
}

export interface BatchEdge {
  readonly source: number;
  readonly kind: string;
  readonly target: number;
  readonly flags: number;
  readonly said: number;
  readonly details: Details | null;
}

/** By what a record is known when it comes again. */
export interface RecordIdentity {
  /** What the collector calls it: one object may have a record of each type. */
  readonly type: string;
  /** 32 hexadecimal digits over its bytes and what gives them a meaning; null: the record is never passed over. */
  readonly digest: string | null;
}

/** What one record says, in its order. */
export interface BatchRecord {
  readonly nodes: readonly BatchNode[];
  readonly edges: readonly BatchEdge[];
  readonly lists: readonly { readonly owner: number; readonly list: EdgeList }[];
  /** The object that it says something of first; -1: none. */
  readonly subject: number;
  /** Null: the record has no identity. */
  readonly identity: RecordIdentity | null;
}

/** A record that is known by its digest and was not converted. */
export interface PassedRecord {
  readonly id: number;
  readonly digest: string;
  readonly owner: number;
  /** Lists of its owner that it gives. */
  readonly lists: readonly number[];
}

const noIdentity: RecordIdentity | null = null;

/** Records that are written in one transaction, with numbers in place of object ids. */
export class GraphBatch implements GraphSink {
  readonly objectids: string[] = [];
  readonly kindLists: (readonly string[])[] = [];
  readonly records: BatchRecord[] = [];
  readonly passed: PassedRecord[] = [];
  /** By object: the lists of kinds by which edges name it. */
  readonly mentions: (number | number[] | undefined)[] = [];
  /** About how many bytes the batch holds. */
  weight = 0;
  private readonly objects = new Map<string, number>();
  private readonly kinds = new Map<string, number>();
  private nodes: BatchNode[] = [];
  private edges: BatchEdge[] = [];
  private lists: { owner: number; list: EdgeList }[] = [];
  private subject = -1;

  node({ objectid, kinds, described, properties }: NodeRecord): void {
    const object = this.objectOf(objectid);
    if (this.subject === -1) this.subject = object;
    this.nodes.push({ object, kinds: this.kindsOf(kinds), described, properties });
    this.weight += 300;
  }

  edge({ source, kind, target, properties }: EdgeRecord): void {
    const { flags, said, others } = propertyBits(properties);
    const ends = { source: this.mention(source), target: this.mention(target) };
    this.edges.push({ ...ends, kind, flags, said, details: others });
    this.weight += 60;
  }

  wholeList({ objectid, list }: WholeListRecord): void {
    const owner = this.objectOf(objectid);
    if (this.subject === -1) this.subject = owner;
    this.lists.push({ owner, list });
  }

  endOfRecord(identity = noIdentity): void {
    const { nodes, edges, lists, subject } = this;
    this.records.push({ nodes, edges, lists, subject, identity });
    [this.nodes, this.edges, this.lists, this.subject] = [[], [], [], -1];
  }

  passOver(record: PassedRecord): void {
    this.passed.push(record);
  }

  private mention(end: Endpoint): number {
    if (!('objectid' in end)) throw new Error('references are resolved before a batch');
    const object = this.objectOf(end.objectid);
    const kinds = this.kindsOf(end.kinds);
    const known = this.mentions[object];
    if (known === undefined) this.mentions[object] = kinds;
    else if (typeof known === 'object') {
      if (!known.includes(kinds)) known.push(kinds);
    } else if (known !== kinds) this.mentions[object] = [known, kinds];
    return object;
  }

  private objectOf(objectid: string): number {
    const known = this.objects.get(objectid);
    if (known !== undefined) return known;
    const object = this.objectids.push(objectid) - 1;
    this.objects.set(objectid, object);
    return object;
  }

  private kindsOf(names: readonly string[]): number {
    const key = names.join('\0');
    const known = this.kinds.get(key);
    if (known !== undefined) return known;
    const kinds = this.kindLists.push(names) - 1;
    this.kinds.set(key, kinds);
    return kinds;
  }
}
