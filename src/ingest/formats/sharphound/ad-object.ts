import type { KnownEndpoint, Properties, PropertyValue, WholeListRecord } from '../../../graph/records.js';
import type { Fields } from '../../records/fields.js';
import { described, type GraphPart, link } from '../../records/graph-parts.js';
import { present, propertiesOf } from '../../records/properties.js';
import { isList, isObject } from '../../records/json-value.js';
import { accessEdges } from './access-edges.js';
import { adNode, typedPrincipal } from './ad-node.js';
import { isFromDirectory, Method } from './collection-methods.js';
import { givenList, oneEdge } from './given-lists.js';

/** An object of the directory while it is converted. */
export interface AdObject {
  readonly record: Fields;
  readonly node: KnownEndpoint;
  /** Its `Properties`, with those that its kind adds. */
  readonly properties: Properties;
  /** Bits of {@link Method}, 0 where the collector does not say; null: no list of the record is known to be whole. */
  readonly methods: number | null;
}

/** @param methods `meta.methods` of the file, 0 where it does not say. */
export type AdConverter = (record: Fields, methods?: number) => Iterable<GraphPart>;

/** What a kind has beyond the fields that all described objects share. */
export interface AdKind {
  readonly kind: string;
  readonly edges?: (object: AdObject) => Iterable<GraphPart>;
  /** Further properties; null takes one of the bag away. */
  readonly properties?: (record: Fields, bag: Properties) => Readonly<Record<string, PropertyValue | null>>;
  /** Its access entries, where they are not `Aces` alone. */
  readonly aces?: (record: Fields) => Fields[];
}

/** Makes the converter of a kind: the node with its properties, who contains it, who has rights on it, then what is its own. */
export function adConverter({ kind, edges, properties, aces = acesOf }: AdKind): AdConverter {
  return function* convert(record, methods = 0) {
    const node = adNode(record.id('ObjectIdentifier'), kind);
    if (!node) {
      record.fault('ObjectIdentifier', 'is missing or empty; the record is left out');
      return;
    }
    const bag = bagOf(record);
    const object: AdObject = {
      record,
      node,
      properties: properties ? present({ ...bag, ...properties(record, bag) }) : bag,
      methods: isFromDirectory(kind, bag) ? methods : null,
    };
    yield described(node, object.properties);
    yield* oneEdge(
      object,
      Method.Container | Method.CertServices,
      { of: 'incoming', kind: 'Contains' },
      link(typedPrincipal(record.object('ContainedBy')), 'Contains', node),
    );
    const faults = record.faultCount;
    yield* accessEdges(aces(record), node);
    const list = accessList(object);
    if (list && record.faultCount === faults) {
      yield list;
    }
    yield* edges?.(object) ?? [];
  };
}

function acesOf(record: Fields): Fields[] {
  return record.list('Aces');
}

/** Every object has an owner: an empty list was not read. */
function accessList(object: AdObject): WholeListRecord | null {
  const entries = object.record.value('Aces');
  return isList(entries) && entries.length > 0
    ? givenList(object, Method.Acl | Method.CertServices, { of: 'acl' }, false)
    : null;
}

function bagOf(record: Fields): Properties {
  const bag = record.value('Properties');
  if (isObject(bag)) {
    return propertiesOf(bag, true);
  }
  if (bag !== null) {
    record.fault('Properties', 'expected an object');
  }
  return {};
}
