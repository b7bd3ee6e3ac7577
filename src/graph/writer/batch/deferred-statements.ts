import { kindNames } from '../../kinds/kind-catalogue.js';
import type { EdgeRecord, Endpoint, KnownEndpoint, Properties } from '../../records.js';
import type { Statements } from '../../statements.js';
import type { RecordIdentity } from './known-records.js';
import { noBits, propertiesOfBits } from './property-bits.js';

const none: Properties = Object.freeze({});

/** A list that a record contains as a whole, with the number of the list. */
export interface WholeList {
  readonly objectid: string;
  readonly list: number;
}

/** The edges and lists of a record with references. They are written after the ends have been looked up. */
export interface ReferringRecord {
  readonly edges: readonly EdgeRecord[];
  readonly lists: readonly WholeList[];
  readonly identity: RecordIdentity;
  /** Object id of the node that the record describes. */
  readonly subject: string | null;
}

/** The statements of a record with references. Its edges keep the names of their ends until these are looked up. */
export class DeferredStatements implements Statements {
  readonly edges: EdgeRecord[] = [];
  readonly lists: WholeList[] = [];
  private readonly ends: KnownEndpoint[] = [];

  /** @param nodes receives the statements about nodes */
  constructor(private readonly nodes: Pick<Statements, 'describe' | 'supplement'>) {}

  describe(objectid: string, kinds: readonly string[], properties: Properties, erased?: readonly string[]): number {
    this.nodes.describe(objectid, kinds, properties, erased);
    return this.mention(objectid, kinds);
  }

  supplement(objectid: string, kinds: readonly string[], properties: Properties): number {
    this.nodes.supplement(objectid, kinds, properties);
    return this.mention(objectid, kinds);
  }

  mention(objectid: string, kinds: readonly string[]): number {
    return this.ends.push({ objectid, kinds }) - 1;
  }

  edge(source: number, kind: number, target: number, { flags, mask, details } = noBits): void {
    const properties = { ...details, ...propertiesOfBits(flags, mask) };
    this.link(this.ends[source] ?? null, kindNames.get(kind) ?? '', this.ends[target] ?? null, properties);
  }

  link(source: Endpoint | null, kind: string, target: Endpoint | null, properties = none): void {
    if (source && target) this.edges.push({ source, kind, target, properties });
  }

  whole(objectid: string, list: number): void {
    this.lists.push({ objectid, list });
  }

  deferred(): this {
    return this;
  }
}
