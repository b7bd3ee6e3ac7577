import type { KnownEndpoint, Properties, PropertyValue, RecordPart, WholeListRecord } from '../../../graph/records.js';
import { Fields } from '../../records/fields.js';
import { described, link, onlyEdge, wholeUnlessFaulty } from '../../records/record-parts.js';
import { present, propertiesOf } from '../../records/properties.js';
import { isList, isObject, type JsonValue } from '../../records/json-value.js';
import { accessEdges } from './access-edges.js';
import { adNode, type AdNodeKind, typedPrincipal } from './ad-node.js';
import { hasWholeLists, Method, wholeList } from './whole-lists.js';

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
export type AdConverter = (record: Fields, methods?: number) => Iterable<RecordPart>;

/** The fields of a kind that other kinds do not have. */
interface AdKind {
  readonly kind: AdNodeKind;
  readonly edges?: (object: AdObject) => Iterable<RecordPart>;
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
      properties: present({ ...bag, ...ownerProperty(record), ...properties?.(record, bag) }),
      methods: hasWholeLists(bag) ? methods : null,
    };
    yield described(node, object.properties);
    yield* onlyEdge(
      wholeList(object, Method.Container, { of: 'incoming', kind: 'Contains' }),
      link(typedPrincipal(record.object('ContainedBy')), 'Contains', node),
    );
    yield* wholeUnlessFaulty(record, accessList(object), () => accessEdges(aces(record), node, bag));
    yield* edges?.(object) ?? [];
  };
}

function acesOf(record: Fields): Fields[] {
  return record.list('Aces');
}

/** An empty list may be one that the collector could not read. That a list is protected is only known if it was read. */
function accessList(object: AdObject): readonly WholeListRecord[] {
  const { record, properties } = object;
  const entries = record.value('Aces');
  if (!isList(entries)) return [];
  const isEmpty = entries.length === 0;
  const wasRead = !isEmpty || record.value('IsACLProtected') === true || properties['isaclprotected'] === true;
  return wasRead ? wholeList(object, Method.Acl, { of: 'acl' }, isEmpty) : [];
}

/** Faults of these entries are reported when they become edges. */
function ownerProperty(record: Fields): Record<string, PropertyValue> {
  const entries = record.value('Aces');
  const owner = isList(entries) ? entries.find(isOwnerEntry) : undefined;
  const ownersid = owner === undefined ? null : entryFields(owner).id('PrincipalSID');
  return ownersid === null ? {} : { ownersid };
}

function isOwnerEntry(entry: JsonValue): boolean {
  const right = isObject(entry) ? (entry['RightName'] ?? entryFields(entry).value('RightName')) : null;
  return typeof right === 'string' && /^owns(raw)?$/i.test(right);
}

function entryFields(entry: JsonValue): Fields {
  return new Fields(isObject(entry) ? entry : {}, () => {});
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
