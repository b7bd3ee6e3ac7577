import { oneRow, type SqlConnection } from '../../../database/database.js';
import type { GraphBatch } from '../batch/graph-batch.js';
import type { NodeCache, StoredNode } from './node-cache.js';
import type { PayloadState } from './payload-state.js';

interface FoundNode {
  readonly objectid: string;
  readonly id: number;
  readonly kinds: number[];
  readonly described: boolean;
  readonly props: Record<string, unknown> | null;
  readonly record: number | null;
  readonly isOlder: boolean;
}

const columns = 'objectid, id, kinds, described, record, last_seen < $3::date AS "isOlder"';

/** Not a join: for one array of ids PostgreSQL reads the index from left to right, which takes a third of the time. */
const find = `
  SELECT ${columns}, NULL::jsonb AS props FROM node WHERE objectid = ANY ($1::text[])
  UNION ALL SELECT ${columns}, props FROM node WHERE objectid = ANY ($2::text[])`;

const reserve = `SELECT setval('node_id_seq', nextval('node_id_seq') + $1::int - 1)::int - $1::int + 1 AS first`;

/** Sequences begin with 1. */
const noId = 0;

/** The ids of the nodes of a batch, and what is stored of them. */
export class BatchNodes {
  readonly stored: (StoredNode | undefined)[];
  /** By object: whether the node may own lists, and records. The writer sets them if it adds some. */
  readonly hasLists: Uint8Array;
  readonly hasRecords: Uint8Array;
  /** By object; {@link noId}: it is no node. */
  private readonly ids: Int32Array;

  private constructor(private readonly batch: GraphBatch) {
    this.ids = new Int32Array(batch.objectids.length);
    this.stored = batch.objectids.map(() => undefined);
    this.hasLists = new Uint8Array(batch.objectids.length);
    this.hasRecords = new Uint8Array(batch.objectids.length);
  }

  /**
   * Finds the stored nodes, and reserves ids for new ones. An id is never used again, so an object gets one only if a record states its
   * properties or an edge mentions it.
   */
  static async find(
    tx: SqlConnection,
    batch: GraphBatch,
    cache: NodeCache,
    payload: PayloadState,
    day: string,
  ): Promise<BatchNodes> {
    const nodes = new BatchNodes(batch);
    const isStated = statedObjects(batch);
    const { others, withProps } = nodes.addKnown(cache, isStated);
    if (others.length + withProps.length > 0) nodes.addFound(await tx.prepared(find, [others, withProps, day]), cache);
    const created = nodes.withoutId(isStated);
    if (created.length === 0) return nodes;
    const { first } = oneRow(await tx.prepared<{ first: number }>(reserve, [created.length]));
    payload.addNodes(first);
    for (const [place, object] of created.entries()) nodes.ids[object] = first + place;
    return nodes;
  }

  /** Whether the object is a node afterwards. It is not if all that is known of it is an empty list. */
  has(object: number): boolean {
    return this.ids[object] !== noId;
  }

  idOf(object: number): number {
    const id = this.ids[object] ?? noId;
    if (id === noId) throw new Error(`object ${object} of the batch is no node`);
    return id;
  }

  /** Adds the nodes that the cache knows. @returns the object ids of others, and of others whose properties are needed */
  private addKnown(cache: NodeCache, isStated: Uint8Array): { others: string[]; withProps: string[] } {
    const { objectids } = this.batch;
    const [others, withProps]: [string[], string[]] = [[], []];
    for (let object = 0; object < objectids.length; object++) {
      const objectid = objectids[object] ?? '';
      const known = cache.get(objectid);
      if (known && (known.hasProps || isStated[object] === 0)) this.add(object, known);
      else if (known || !cache.isComplete) (isStated[object] === 1 ? withProps : others).push(objectid);
    }
    return { others, withProps };
  }

  /** The objects that become nodes. */
  private withoutId(isStated: Uint8Array): number[] {
    const isNode = isStated.slice();
    const { object: mentioned } = this.batch.mentions;
    for (let at = 0; at < mentioned.length; at++) isNode[mentioned.at(at)] = 1;
    const created: number[] = [];
    for (let object = 0; object < isNode.length; object++)
      if (isNode[object] === 1 && !this.has(object)) created.push(object);
    return created;
  }

  private add(object: number, node: StoredNode): void {
    this.ids[object] = node.id;
    this.stored[object] = node;
    this.hasLists[object] = Number(node.hasLists);
    this.hasRecords[object] = Number(node.hasRecords);
  }

  private addFound(found: readonly FoundNode[], cache: NodeCache): void {
    for (const { objectid, id, kinds, described, props, record, isOlder } of found) {
      const known = cache.get(objectid);
      // Not a copy by a rest: each would have a hidden class of its own, and the compiler would give up what reads it.
      this.add(this.batch.objectOf(objectid), {
        id,
        content: { kinds, described, props: props ?? {} },
        hasProps: props !== null,
        hasLists: known?.hasLists ?? true,
        hasRecords: known?.hasRecords ?? true,
        record,
        isOlder,
        isCached: false,
      });
    }
  }
}

/** By object: 1 if a record states its properties. */
function statedObjects({ objectids, records }: GraphBatch): Uint8Array {
  const isStated = new Uint8Array(objectids.length);
  for (const { nodes } of records) for (const { object } of nodes) isStated[object] = 1;
  return isStated;
}
