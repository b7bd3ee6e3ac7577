import { kindNames } from '../../kinds/kind-catalogue.js';
import type { EdgeList, EdgeRecord, Endpoint, KnownEndpoint, Properties, WholeListRecord } from '../../records.js';
import type { Statements } from '../../statements.js';
import { ACL_LIST, flagsOfList, isOutgoing, PRIMARY_GROUP_LIST } from '../../store/list-row.js';
import { noBits, propertiesOfBits } from './property-bits.js';

const none: Properties = Object.freeze({});

/** Keeps edges and lists until the ends are looked up. */
interface DeferringBatch extends Pick<Statements, 'describe' | 'supplement'> {
  edgeRecord(edge: EdgeRecord): void;
  wholeList(list: WholeListRecord): void;
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

  edge(owner: number, list: number, peer: number, kind: number, { flags, mask, details } = noBits): void {
    const [source, target] = isOutgoing(list) ? [owner, peer] : [peer, owner];
    const common = flagsOfList(list);
    const properties = { ...details, ...propertiesOfBits(flags | common, mask | common) };
    this.link(this.end(source), nameOf(kind), this.end(target), properties);
  }

  link(source: Endpoint, kind: string, target: Endpoint, properties = none): void {
    this.batch.edgeRecord({ source, kind, target, properties });
  }

  whole(objectid: string, list: number): void {
    this.batch.wholeList({ objectid, list: edgeListOf(list) });
  }

  deferred(): Statements {
    return this;
  }

  private end(number: number): KnownEndpoint {
    const end = this.ends[number];
    if (!end) throw new Error(`the record has no node ${number}`);
    return end;
  }
}

function edgeListOf(list: number): EdgeList {
  if (list === ACL_LIST) return { of: 'acl' };
  if (list === PRIMARY_GROUP_LIST) return { of: 'primary-group' };
  return { of: isOutgoing(list) ? 'outgoing' : 'incoming', kind: nameOf(list) };
}

function nameOf(kind: number): string {
  const name = kindNames.get(kind);
  if (name === undefined) throw new Error(`the catalogue has no kind ${kind}`);
  return name;
}
