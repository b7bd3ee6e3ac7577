import type { KnownEndpoint, Properties, PropertyValue } from '../../graph/records.js';
import type { Fields } from '../records/fields.js';
import { described, type GraphPart, link } from '../records/graph-parts.js';
import { present, propertiesOf } from '../records/properties.js';
import { isObject } from '../records/fields.js';
import { accessEdges } from './access-edges.js';
import { adNode, typedPrincipal } from './ad-node.js';

/** An object of the directory while it is converted. */
export interface AdObject {
  readonly record: Fields;
  readonly node: KnownEndpoint;
  /** Its `Properties`, with those that its kind adds. */
  readonly properties: Properties;
}

export type AdConverter = (record: Fields) => Iterable<GraphPart>;

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
export function adConverter({ kind, edges, properties, aces }: AdKind): AdConverter {
  return function* convert(record) {
    const node = adNode(record.id('ObjectIdentifier'), kind);
    if (!node) {
      record.fault('ObjectIdentifier', 'is missing or empty; the record is left out');
      return;
    }
    const bag = bagOf(record);
    const object = { record, node, properties: properties ? present({ ...bag, ...properties(record, bag) }) : bag };
    yield described(node, object.properties);
    yield* link(typedPrincipal(record.object('ContainedBy')), 'Contains', node);
    yield* accessEdges(aces?.(record) ?? record.list('Aces'), node);
    yield* edges?.(object) ?? [];
  };
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
