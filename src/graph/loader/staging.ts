import type pg from 'pg';
import { InvalidInputError } from '../../common/errors.js';
import { propertyFlags } from '../edge-flag.js';
import {
  type EdgeRecord,
  type Endpoint,
  type GraphSink,
  type MatchedEndpoint,
  maxObjectidLength,
  type NodeRecord,
  type Properties,
  type WholeListRecord,
} from '../records.js';
import { CopyBuffer } from './copy-buffer.js';
import { copyJson, copyLine, copyText } from './copy-text.js';
import { EndNumbers } from './end-numbers.js';
import { KindLists } from './kind-lists.js';

const tables = `
  CREATE TEMP TABLE stage_node (seq int, objectid text COLLATE "C", described boolean, kind_list int, props jsonb) ON COMMIT DROP;
  CREATE TEMP TABLE stage_edge (seq int, record int, kind_list int, flags smallint, said smallint, props jsonb,
    source int, target int) ON COMMIT DROP;
  CREATE TEMP TABLE stage_end (no int, objectid text COLLATE "C", list int, match int) ON COMMIT DROP;
  CREATE TEMP TABLE stage_match (no int, pairs jsonb, kind text COLLATE "C",
    otherwise text COLLATE "C", otherwise_list int) ON COMMIT DROP;
  CREATE TEMP TABLE stage_owner (no int, objectid text COLLATE "C") ON COMMIT DROP;
  CREATE TEMP TABLE stage_list (no int, owner int, outgoing boolean, kind_list int) ON COMMIT DROP`;

/** What the planner has to know. Values of properties would cost more than the rest, and nobody plans by them. */
const analyze = `
  ANALYZE stage_node (objectid, described, kind_list); ANALYZE stage_edge (kind_list, source, target);
  ANALYZE stage_end; ANALYZE stage_match; ANALYZE stage_owner; ANALYZE stage_list`;

/** Values of these keys are stored upper-cased, so they are looked for upper-cased. */
const upperCased = new Set(['objectid', 'name', 'distinguishedname', 'operatingsystem', 'environmentid']);

/** Takes the records of one payload into temporary tables of one transaction. Holds at most two batches in memory. */
export class Staging implements GraphSink {
  readonly kinds = new KindLists();
  private readonly nodes = new CopyBuffer('COPY stage_node FROM STDIN');
  private readonly edges = new CopyBuffer('COPY stage_edge FROM STDIN');
  private readonly ends = new CopyBuffer('COPY stage_end FROM STDIN');
  private readonly matches = new CopyBuffer('COPY stage_match FROM STDIN');
  private readonly owners = new CopyBuffer('COPY stage_owner FROM STDIN');
  private readonly lists = new CopyBuffer('COPY stage_list FROM STDIN');
  private readonly endNumbers = new EndNumbers();
  private owner = '';
  private ownerCount = 0;
  private listCount = 0;
  private nodeCount = 0;
  private edgeCount = 0;
  private matchCount = 0;
  private writing: Promise<void> = Promise.resolve();

  private constructor(private readonly client: pg.PoolClient) {}

  static async open(client: pg.PoolClient): Promise<Staging> {
    await client.query(tables);
    return new Staging(client);
  }

  node(record: NodeRecord): void | Promise<void> {
    const { objectid, described, kinds, properties } = record;
    this.nodes.add(
      copyLine(
        copyText(this.nodeCount++),
        copyText(checked(objectid)),
        copyText(described),
        copyText(this.kinds.numberOf(kinds)),
        copyJson(properties),
      ),
    );
    return this.writeIfFull(this.nodes);
  }

  edge(record: EdgeRecord): void | Promise<void> {
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

  wholeList({ objectid, list }: WholeListRecord): void | Promise<void> {
    this.lists.add(
      copyLine(
        copyText(this.listCount++),
        copyText(this.ownerNumber(objectid)),
        copyText(list.of === 'outgoing' || list.of === 'primary-group'),
        copyText('kind' in list ? this.kinds.numberOf([list.kind]) : undefined),
      ),
    );
    return this.writeIfFull(this.owners) ?? this.writeIfFull(this.lists);
  }

  /** Writes what is left. */
  async finish(): Promise<void> {
    const { nodes, edges, ends, matches, owners, lists } = this;
    for (const buffer of [nodes, edges, ends, matches, owners, lists]) await this.write(buffer);
    await this.writing;
    await this.client.query(analyze);
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

  /** The lists of an object come one after the other. */
  private ownerNumber(objectid: string): number {
    if (this.owner !== objectid) {
      this.owners.add(copyLine(String(++this.ownerCount), copyText(checked(objectid))));
      this.owner = objectid;
    }
    return this.ownerCount;
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

  private writeIfFull(buffer: CopyBuffer): Promise<void> | undefined {
    return buffer.isFull() ? this.write(buffer) : undefined;
  }

  /** Resolves when the batch before this one is written: the producer may go on while this one is. */
  private write(buffer: CopyBuffer): Promise<void> {
    const previous = this.writing;
    const write = buffer.take();
    this.writing = previous.then(() => write(this.client));
    // A failure surfaces at the next wait, which always comes: in `finish` at the latest.
    this.writing.catch(() => {});
    return previous;
  }
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
