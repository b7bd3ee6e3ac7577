import type { KnownEndpoint, Properties, PropertyValue, WholeListRecord } from '../../../graph/records.js';
import type { Fields } from '../../records/fields.js';
import { described, type GraphPart, link } from '../../records/graph-parts.js';
import { present, propertiesOf } from '../../records/properties.js';
import { isList, isObject } from '../../records/json-value.js';
import { accessEdges } from './access-edges.js';
import { adNode, type AdNodeKind, typedPrincipal } from './ad-node.js';
import { hasWholeLists, Method, onlyEdge, wholeList } from './whole-lists.js';

/** An object of the directory during its conversion. */
export interface AdObject {
  readonly record: Fields;
  readonly node: KnownEndpoint;
  /** `Properties` of the record, and properties that its kind adds. */
  readonly properties: Properties;
  /** Bits of {@link Method}; 0 if the file has none; null if no list of the record is whole. */
  readonly methods: number | null;
}

/** @param methods `meta.methods` of the file; 0 if missing */
export type AdConverter = (record: Fields, methods?: number) => Iterable<GraphPart>;

/** The fields of a kind that other kinds do not have. */
export interface AdKind {
  readonly kind: AdNodeKind;
  readonly edges?: (object: AdObject) => Iterable<GraphPart>;
  /** Additional properties; null removes one of the bag. */
  readonly properties?: (record: Fields, bag: Properties) => Readonly<Record<string, PropertyValue | null>>;
  /** The access entries; `Aces` by default. */
  readonly aces?: (record: Fields) => Fields[];
}

/** Creates the converter of a kind: the node, its container, the rights on it, and the edges of the kind. */
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
      methods: hasWholeLists(bag) ? methods : null,
    };
    yield described(node, object.properties);
    yield* onlyEdge(
      object,
      Method.Container,
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

/** Every object has an owner, so an empty list was not collected. */
function accessList(object: AdObject): WholeListRecord | null {
  const entries = object.record.value('Aces');
  return isList(entries) && entries.length > 0 ? wholeList(object, Method.Acl, { of: 'acl' }, false) : null;
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
