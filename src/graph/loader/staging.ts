import { InvalidInputError } from '../../base/errors.js';
import type { SqlConnection } from '../../database/database.js';
import { SqlScript } from '../../database/sql-script.js';
import { type Endpoint, type MatchedEndpoint, maxObjectidLength } from '../records.js';
import { CopyRows } from '../store/copy-rows.js';
import { EndNumbers } from './end-numbers.js';
import { KindLists } from './kind-lists.js';
import { ListSets } from './list-sets.js';
import { OwnLists } from './own-lists.js';
import type { RecordOwners } from './record-owners.js';
import type { StagedEdge, StagedNode, StagedPart } from './staged-part.js';
import { analyzeStaging, stagingTables } from './staging-tables.js';
import { StatedNodes } from './stated-nodes.js';
import { storedJson } from '../store/stored-json.js';
import { findRepeatedNodes } from './unite-nodes.js';

/** Values of these keys are stored upper-cased, so they are looked for upper-cased. */
const upperCased = new Set(['objectid', 'name', 'distinguishedname', 'operatingsystem', 'environmentid']);

export interface RecordIdentity {
  /** Null where the record is not to be known again. */
  readonly digest: string | null;
  /** The record of its edges; null where it has none. */
  readonly place: number | null;
}

/** What a payload has at all, so that nobody looks for what it doesn't. */
export interface Staged {
  /** How many edges are staged, before those are left out whose ends can't be found. */
  readonly edgeCount: number;
  readonly anyMatch: boolean;
  readonly anyRepeatedNode: boolean;
  readonly anyEdgeProperties: boolean;
  readonly anyPassedOver: boolean;
  /** Whether an edge may be in a list that not its own record gives, but another. */
  readonly anyListOfOthers: boolean;
  /** Whether the payload states all nodes itself of which its records give lists. */
  readonly areOwnersStated: boolean;
}

/** Takes the records of one payload into temporary tables of one transaction. Holds at most two batches in memory. */
export class Staging {
  private readonly kinds = new KindLists();
  private readonly listSets = new ListSets(this.kinds);
  private readonly nodes = new CopyRows('stage_node');
  private readonly edges = new CopyRows('stage_edge');
  private readonly ends = new CopyRows('stage_end');
  private readonly matches = new CopyRows('stage_match');
  private readonly owned = new CopyRows('stage_owner');
  private readonly known = new CopyRows('stage_known');
  private readonly unnamed = new CopyRows('stage_unnamed');
  private readonly statedNodes = new StatedNodes();
  private readonly endNumbers = new EndNumbers();
  private readonly ownLists = new OwnLists();
  private nodeCount = 0;
  private edgeCount = 0;
  private matchCount = 0;
  private anyEdgeProperties = false;
  private anyPassedOver = false;
  private areOwnersStated = true;
  private writing: Promise<unknown> = Promise.resolve();

  private constructor(private readonly tx: SqlConnection) {}

  static async open(tx: SqlConnection): Promise<Staging> {
    await tx.query(stagingTables);
    return new Staging(tx);
  }

  /** A record begins: the nodes of which it says something, with the lists that it gives whole. */
  owners(owners: RecordOwners, { digest, place }: RecordIdentity): void | Promise<unknown> {
    this.ownLists.begin(place);
    for (const [objectid, { lists, isDescribed, isMentioned }] of owners) {
      if (digest === null && lists.length === 0) continue;
      if (!isDescribed && !isMentioned) this.areOwnersStated = false;
      const id = checked(objectid);
      for (const set of this.listSets.numbersOf(lists)) {
        this.ownLists.give(objectid, this.listSets.codesOf(set));
        this.owned.row(6).text(id).integer(set).integer(place).uuid(digest).boolean(isDescribed).boolean(isMentioned);
      }
    }
    return this.writeIfFull(this.owned);
  }

  /** A part of the record that has begun. */
  part(part: StagedPart): void | Promise<unknown> {
    if ('source' in part) return this.edge(part);
    if ('json' in part) return this.node(part);
  }

  /** A record that is known by its digest, with the nodes of which it gives empty lists and says nothing else. */
  passOver(digest: string, unnamed: readonly string[]): void | Promise<unknown> {
    this.anyPassedOver = true;
    this.known.row(1).uuid(digest);
    for (const objectid of unnamed) this.unnamed.row(2).uuid(digest).text(checked(objectid));
    return this.writeIfFull(this.known) ?? this.writeIfFull(this.unnamed);
  }

  /** Queries between the batches that are written: a connection does one thing at a time. */
  readonly between = <T>(query: () => Promise<T>): Promise<T> => {
    const answer = this.writing.then(query);
    this.writing = answer;
    this.writing.catch(() => {});
    return answer;
  };

  /** Resolves when nothing is being written any more. */
  async settle(): Promise<void> {
    await this.writing.catch(() => {});
  }

  private node({ objectid, described, kinds, json }: StagedNode): void | Promise<unknown> {
    const list = this.kinds.numberOf(kinds);
    this.statedNodes.add(objectid);
    this.nodes.row(5).integer(this.nodeCount++).text(checked(objectid)).boolean(described).integer(list);
    this.nodes.jsonb(storedJson(json));
    return this.writeIfFull(this.nodes);
  }

  private edge(edge: StagedEdge): void | Promise<unknown> {
    const { source, kind, target, flags, said, others, record } = edge;
    const list = this.kinds.numberOf([kind]);
    const given = this.ownLists.bitsOf(edge, list);
    this.anyEdgeProperties ||= others !== null;
    const [from, to] = [this.endpoint(source), this.endpoint(target)];
    this.edges
      .row(9)
      .integer(this.edgeCount++)
      .integer(record)
      .integer(list)
      .smallint(flags)
      .smallint(said)
      .smallint(given);
    this.edges
      .jsonb(others && storedJson(others))
      .integer(from)
      .integer(to);
    return this.writeIfFull(this.ends) ?? this.writeIfFull(this.matches) ?? this.writeIfFull(this.edges);
  }

  /** Writes what is left, and finds out of it what takes no lock. */
  async finish(): Promise<Staged> {
    const { nodes, edges, ends, matches, owned, known, unnamed } = this;
    for (const buffer of [nodes, edges, ends, matches, owned, known, unnamed]) await this.write(buffer);
    await this.writing;
    const script = new SqlScript(this.tx);
    script.add(analyzeStaging);
    await this.kinds.stage(script);
    this.listSets.stage(script);
    this.ownLists.stage(script);
    const anyRepeatedNode = await findRepeatedNodes(script, this.statedNodes.mayRepeat);
    await script.run();
    return {
      edgeCount: this.edgeCount,
      anyMatch: this.matchCount > 0,
      anyRepeatedNode,
      anyEdgeProperties: this.anyEdgeProperties,
      anyPassedOver: this.anyPassedOver,
      anyListOfOthers: this.ownLists.mayBeOfOthers,
      areOwnersStated: this.areOwnersStated,
    };
  }

  /** Makes tables of what rows carry as numbers. Only under the write lock: what is new is numbered on. */
  async resolve(script: SqlScript): Promise<void> {
    await this.kinds.resolve(script);
    this.listSets.resolve(script);
  }

  private endpoint(endpoint: Endpoint): number {
    if ('objectid' in endpoint) {
      const list = this.kinds.numberOf(endpoint.kinds);
      const { number, isNew } = this.endNumbers.numberOf(endpoint.objectid, list);
      if (isNew) this.ends.row(4).integer(number).text(checked(endpoint.objectid)).integer(list).null();
      return number;
    }
    const number = this.endNumbers.next();
    this.ends.row(4).integer(number).null().null().integer(this.match(endpoint));
    return number;
  }

  private match({ match, kind, otherwise }: MatchedEndpoint): number {
    const pairs = match.map(({ key, value }) => ({
      key,
      value: upperCased.has(key) && typeof value === 'string' ? value.toUpperCase() : value,
    }));
    this.matches
      .row(5)
      .integer(this.matchCount)
      .jsonb(storedJson(JSON.stringify(pairs)))
      .text(kind);
    if (otherwise) this.matches.text(checked(otherwise.objectid)).integer(this.kinds.numberOf(otherwise.kinds));
    else this.matches.null().null();
    return this.matchCount++;
  }

  private writeIfFull(buffer: CopyRows): Promise<unknown> | undefined {
    return buffer.isFull() ? this.write(buffer) : undefined;
  }

  /** Resolves when the batch before this one is written: the producer may go on while this one is. */
  private write(buffer: CopyRows): Promise<unknown> {
    const previous = this.writing;
    const write = buffer.take();
    this.writing = previous.then(() => write(this.tx.client));
    // A failure surfaces at the next wait, which always comes: in `finish` at the latest.
    this.writing.catch(() => {});
    return previous;
  }
}

function checked(objectid: string): string {
  if (objectid.length < 1 || objectid.length > maxObjectidLength)
    throw InvalidInputError.at(
      'upload.invalid_file',
      'objectid',
      `an object id has 1 to ${maxObjectidLength} characters`,
    );
  return objectid;
}
