import type pg from 'pg';
import { InvalidInputError } from '../../common/errors.js';
import type { SqlRunner } from '../../database/database.js';
import { propertyFlags } from '../edge-flag.js';
import {
  type EdgeList,
  type EdgeRecord,
  type Endpoint,
  type MatchedEndpoint,
  maxObjectidLength,
  type Properties,
} from '../records.js';
import { CopyBuffer } from './copy-buffer.js';
import { copyJson, copyLine, copyText } from './copy-text.js';
import { EndNumbers } from './end-numbers.js';
import { KindLists } from './kind-lists.js';
import { ListSets } from './list-sets.js';
import { describedNodes } from './record-digest.js';
import type { StagedNode, StagedPart } from './staged-part.js';

const tables = `
  CREATE TEMP TABLE stage_node (seq int, objectid text COLLATE "C", described boolean, kind_list int, props jsonb) ON COMMIT DROP;
  CREATE TEMP TABLE stage_edge (seq int, record int, kind_list int, flags smallint, said smallint, props jsonb,
    source int, target int) ON COMMIT DROP;
  CREATE TEMP TABLE stage_end (no int, objectid text COLLATE "C", list int, match int) ON COMMIT DROP;
  CREATE TEMP TABLE stage_match (no int, pairs jsonb, kind text COLLATE "C",
    otherwise text COLLATE "C", otherwise_list int) ON COMMIT DROP;
  CREATE TEMP TABLE stage_owner (objectid text COLLATE "C", lists int, record int, digest uuid,
    is_described boolean) ON COMMIT DROP;
  CREATE TEMP TABLE stage_known (digest uuid) ON COMMIT DROP;
  CREATE TEMP TABLE stage_unnamed (digest uuid, objectid text COLLATE "C") ON COMMIT DROP`;

/** What the planner has to know. Values of properties would cost more than the rest, and nobody plans by them. */
const analyze = `
  ANALYZE stage_node (objectid, described, kind_list); ANALYZE stage_edge (kind_list, props, source, target);
  ANALYZE stage_end; ANALYZE stage_match; ANALYZE stage_owner; ANALYZE stage_known;
  ANALYZE stage_unnamed`;

/** Values of these keys are stored upper-cased, so they are looked for upper-cased. */
const upperCased = new Set(['objectid', 'name', 'distinguishedname', 'operatingsystem', 'environmentid']);

export interface RecordIdentity {
  /** Null where the record is not to be known again. */
  readonly digest: string | null;
  /** The record of its edges; null where it has none. */
  readonly place: number | null;
}

/** Takes the records of one payload into temporary tables of one transaction. Holds at most two batches in memory. */
export class Staging {
  private readonly kinds = new KindLists();
  private readonly listSets = new ListSets(this.kinds);
  private readonly nodes = new CopyBuffer('COPY stage_node FROM STDIN');
  private readonly edges = new CopyBuffer('COPY stage_edge FROM STDIN');
  private readonly ends = new CopyBuffer('COPY stage_end FROM STDIN');
  private readonly matches = new CopyBuffer('COPY stage_match FROM STDIN');
  private readonly owned = new CopyBuffer('COPY stage_owner FROM STDIN');
  private readonly known = new CopyBuffer('COPY stage_known FROM STDIN');
  private readonly unnamed = new CopyBuffer('COPY stage_unnamed FROM STDIN');
  private readonly endNumbers = new EndNumbers();
  private nodeCount = 0;
  private edgeCount = 0;
  private matchCount = 0;
  private writing: Promise<unknown> = Promise.resolve();

  private constructor(private readonly client: pg.PoolClient) {}

  static async open(client: pg.PoolClient): Promise<Staging> {
    await client.query(tables);
    return new Staging(client);
  }

  part(part: StagedPart): void | Promise<unknown> {
    if ('source' in part) return this.edge(part);
    if ('described' in part) return this.node(part);
  }

  /** The nodes of which a record says something, with the lists that it gives whole. */
  owners(parts: readonly StagedPart[], { digest, place }: RecordIdentity): void | Promise<unknown> {
    const described = describedNodes(parts);
    for (const [objectid, lists] of listsOf(parts, described)) {
      if (digest === null && lists.length === 0) continue;
      for (const set of this.listSets.numbersOf(lists)) {
        this.owned.add(
          copyLine(
            copyText(checked(objectid)),
            copyText(set),
            copyText(place ?? undefined),
            digest ?? '\\N',
            copyText(described.has(objectid)),
          ),
        );
      }
    }
    return this.writeIfFull(this.owned);
  }

  /** A record that is known by its digest, with the nodes of which it gives empty lists and says nothing else. */
  passOver(digest: string, unnamed: readonly string[]): void | Promise<unknown> {
    this.known.add(copyLine(digest));
    for (const objectid of unnamed) this.unnamed.add(copyLine(digest, copyText(checked(objectid))));
    return this.writeIfFull(this.known) ?? this.writeIfFull(this.unnamed);
  }

  /** Queries between the batches that are written: a connection does one thing at a time. */
  readonly between = <T>(query: () => Promise<T>): Promise<T> => {
    const answer = this.writing.then(query);
    this.writing = answer;
    this.writing.catch(() => {});
    return answer;
  };

  private node(record: StagedNode): void | Promise<unknown> {
    const { objectid, described, kinds, properties, json } = record;
    this.nodes.add(
      copyLine(
        copyText(this.nodeCount++),
        copyText(checked(objectid)),
        copyText(described),
        copyText(this.kinds.numberOf(kinds)),
        copyJson(properties, json),
      ),
    );
    return this.writeIfFull(this.nodes);
  }

  private edge(record: EdgeRecord): void | Promise<unknown> {
    const { flags, said, others } = splitProperties(record.properties);
    this.edges.add(
      copyLine(
        copyText(this.edgeCount++),
        copyText(record.record),
        copyText(this.kinds.numberOf([record.kind])),
        copyText(flags),
        copyText(said),
        others ? copyJson(others) : copyText(undefined),
        this.endpoint(record.source),
        this.endpoint(record.target),
      ),
    );
    return this.writeIfFull(this.ends) ?? this.writeIfFull(this.matches) ?? this.writeIfFull(this.edges);
  }

  /** Writes what is left. */
  async finish(): Promise<void> {
    const { nodes, edges, ends, matches, owned, known, unnamed } = this;
    for (const buffer of [nodes, edges, ends, matches, owned, known, unnamed]) await this.write(buffer);
    await this.writing;
    await this.client.query(analyze);
  }

  /** Makes tables of what rows carry as numbers. Only under the write lock: what is new is numbered on. */
  async resolve(tx: SqlRunner): Promise<void> {
    await this.kinds.resolve(tx);
    await this.listSets.resolve(tx);
  }

  hasMatches(): boolean {
    return this.matchCount > 0;
  }

  private endpoint(endpoint: Endpoint): string {
    if ('objectid' in endpoint) {
      const list = this.kinds.numberOf(endpoint.kinds);
      const { number, isNew } = this.endNumbers.numberOf(endpoint.objectid, list);
      if (isNew) this.ends.add(copyLine(String(number), copyText(checked(endpoint.objectid)), String(list), '\\N'));
      return String(number);
    }
    const number = String(this.endNumbers.next());
    this.ends.add(copyLine(number, '\\N', '\\N', String(this.match(endpoint))));
    return number;
  }

  private match({ match, kind, otherwise }: MatchedEndpoint): number {
    const pairs = match.map(({ key, value }) => ({
      key,
      value: upperCased.has(key) && typeof value === 'string' ? value.toUpperCase() : value,
    }));
    this.matches.add(
      copyLine(
        copyText(this.matchCount),
        copyJson(pairs),
        copyText(kind),
        copyText(otherwise && checked(otherwise.objectid)),
        copyText(otherwise && this.kinds.numberOf(otherwise.kinds)),
      ),
    );
    return this.matchCount++;
  }

  private writeIfFull(buffer: CopyBuffer): Promise<unknown> | undefined {
    return buffer.isFull() ? this.write(buffer) : undefined;
  }

  /** Resolves when the batch before this one is written: the producer may go on while this one is. */
  private write(buffer: CopyBuffer): Promise<unknown> {
    const previous = this.writing;
    const write = buffer.take();
    this.writing = previous.then(() => write(this.client));
    // A failure surfaces at the next wait, which always comes: in `finish` at the latest.
    this.writing.catch(() => {});
    return previous;
  }
}

/** The lists that a record gives whole, by the node; none of a node that it merely describes. */
function listsOf(parts: readonly StagedPart[], described: Iterable<string>): Map<string, EdgeList[]> {
  const lists = new Map<string, EdgeList[]>(Array.from(described, (objectid) => [objectid, []]));
  for (const part of parts) {
    if (!('list' in part)) continue;
    const known = lists.get(part.objectid);
    if (known) known.push(part.list);
    else lists.set(part.objectid, [part.list]);
  }
  return lists;
}

function checked(objectid: string): string {
  if (objectid.length < 1 || objectid.length > maxObjectidLength)
    throw InvalidInputError.at('objectid', `an object id has 1 to ${maxObjectidLength} characters`);
  return objectid;
}

/** Separates the booleans that are kept as bits (and which of them were said at all) from the rest. */
function splitProperties(properties: Properties): { flags: number; said: number; others: object | undefined } {
  let flags = 0;
  let said = 0;
  let others: [string, unknown][] | undefined;
  for (const [key, value] of Object.entries(properties)) {
    const bit = typeof value === 'boolean' ? propertyFlags.get(key) : undefined;
    if (bit) {
      said |= bit;
      if (value) flags |= bit;
    } else {
      (others ??= []).push([key, value]);
    }
  }
  return { flags, said, others: others && Object.fromEntries(others) };
}
