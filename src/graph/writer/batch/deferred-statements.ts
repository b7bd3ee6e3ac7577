import { kindNames } from '../../kinds/kind-catalogue.js';
import type { EdgeRecord, Endpoint, KnownEndpoint, Properties } from '../../records.js';
import type { Statements } from '../../statements.js';
import { noBits, propertiesOfBits } from './property-bits.js';
import type { WholeList } from './referring-records.js';

const none: Properties = Object.freeze({});

/** Keeps edges and lists until the ends are looked up. */
interface DeferringBatch extends Pick<Statements, 'describe' | 'supplement'> {
  defer(edge: EdgeRecord): void;
  deferWhole(list: WholeList): void;
}

/** The statements of a record with references. Its edges keep the names of their ends until these are looked up. */
export class DeferredStatements implements Statements {
  private readonly ends: KnownEndpoint[] = [];

  constructor(private readonly batch: DeferringBatch) {}

  describe(objectid: string, kinds: readonly string[], properties: Properties): number {
    this.batch.describe(objectid, kinds, properties);
    return this.mention(objectid, kinds);
  }

  supplement(objectid: string, kinds: readonly string[], properties: Properties): number {
    this.batch.supplement(objectid, kinds, properties);
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
    if (source && target) this.batch.defer({ source, kind, target, properties });
  }

  whole(objectid: string, list: number): void {
    this.batch.deferWhole({ objectid, list });
  }

  deferred(): Statements {
    return this;
  }
}
