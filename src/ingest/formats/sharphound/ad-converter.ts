import { Kind } from '../../../graph/kinds/kind-catalogue.js';
import type { Properties, PropertyValue } from '../../../graph/records.js';
import { NOBODY, type Statements } from '../../../graph/statements.js';
import { ACL_LIST } from '../../../graph/store/list-row.js';
import { Fields } from '../../records/fields.js';
import { present, propertiesOf, type StatedValues } from '../../records/properties.js';
import { isList, isObject, type JsonValue } from '../../records/json-value.js';
import { stateAccess } from './access-edges.js';
import { adNode, type AdNodeKind, mentionTyped } from './ad-node.js';
import { type AdObject, hasWholeLists, Method, stateWhole } from './ad-object.js';

/** @param methods `meta.methods` of the file; 0 if missing */
export type AdConverter = (record: Fields, into: Statements, methods?: number) => void;

/** The fields of a kind that other kinds do not have. */
export interface AdKind {
  readonly kind: AdNodeKind;
  readonly edges?: readonly ((object: AdObject) => void)[];
  /** Additional properties; null erases one. @param erased properties that the bag erases */
  readonly properties?: (record: Fields, bag: Properties, erased: readonly string[]) => StatedValues;
  /** The access entries; `Aces` by default. */
  readonly aces?: (record: Fields, visit: (entry: Fields) => void) => void;
  /** Whether ends of its edges must be looked up. */
  readonly hasReferences?: (record: Fields) => boolean;
}

/** Creates the converter of a kind: the node, its container, the rights on it, and the edges of the kind. */
export function adConverter({ kind, edges = [], properties, aces = acesOf, hasReferences }: AdKind): AdConverter {
  return function convert(record, statements, methods = 0) {
    const node = adNode(record.id('ObjectIdentifier'), kind);
    if (!node) {
      record.fault('ObjectIdentifier', 'is missing or empty; the record is left out');
      return;
    }
    const into = hasReferences?.(record) ? statements.deferred() : statements;
    const erased: string[] = [];
    const fault = (key: string, reason: string) => record.fault(`Properties.${key}`, reason);
    const bag = propertiesOf(record.values('Properties'), true, erased, fault);
    const { objectid, kinds } = node;
    present({ ...ownerProperty(record), ...inheritance(record), ...properties?.(record, bag, erased) }, bag, erased);
    const number = into.describe(objectid, kinds, bag, erased);
    const collected = hasWholeLists(bag) ? methods : null;
    const object: AdObject = { record, into, objectid, kinds, number, properties: bag, methods: collected };
    stateContainer(object);
    stateRights(object, aces);
    for (const state of edges) state(object);
  };
}

/** The list of containers is whole if there is one: without, it may not have been collected. */
function stateContainer(object: AdObject): void {
  const { record, into, number } = object;
  const parent = mentionTyped(into, record.object('ContainedBy'));
  if (parent === NOBODY) return;
  into.edge(parent, Kind.Contains, number);
  stateWhole(object, Method.Container, Kind.Contains);
}

function stateRights(object: AdObject, aces: NonNullable<AdKind['aces']>): void {
  const { record } = object;
  const faults = record.faultCount;
  stateAccess(object, (visit) => aces(record, visit));
  const entries = record.value('Aces');
  if (!isList(entries) || record.faultCount > faults || !wasAccessRead(object, entries)) return;
  stateWhole(object, Method.Acl, ACL_LIST, entries.length === 0);
}

function acesOf(record: Fields, visit: (entry: Fields) => void): void {
  record.each('Aces', visit);
}

/** An empty list may be one that the collector could not read. That a list is protected is only known if it was read. */
function wasAccessRead({ record, properties }: AdObject, entries: readonly JsonValue[]): boolean {
  return entries.length > 0 || record.value('IsACLProtected') === true || properties['isaclprotected'] === true;
}

/** Apart from the property `isaclprotected`, which few collectors write and on which rules of tier zero depend. */
function inheritance(record: Fields): StatedValues {
  const isProtected = record.value('IsACLProtected');
  return typeof isProtected === 'boolean' ? { ignoresinheritedaces: isProtected || null } : {};
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
