import type { KnownEndpoint, PropertyValue } from '../../../graph/records.js';
import type { Statements } from '../../../graph/statements.js';
import type { Fields } from '../../records/fields.js';
import { upperCase } from '../../../base/values/upper-case.js';
import { present, type StatedValue } from '../../records/properties.js';
import { type AzureConverter, azureNode, lastSegment, tenantId } from './azure-node.js';
import { stateOnlyEdge } from './whole-lists.js';

type ValueType = 'text' | 'upper' | 'flag' | 'mark' | 'time' | 'texts';

/** The source of a property: a field (with `/` for fields of an inner object) and its type, or a function. */
export type PropertySource = readonly [field: string, type: ValueType] | ((data: Fields) => StatedValue);

/** One kind of object that AzureHound describes. */
export interface AzureObject {
  /** Its id; the field `id` by default. */
  readonly key?: (data: Fields) => string | null;
  /** The field `name` by default. It is written in upper case. */
  readonly name?: PropertySource;
  readonly properties?: Readonly<Record<string, PropertySource>>;
  /** The start of the `AZContains` edge to the object. No other record states another one. */
  readonly container?: (data: Fields) => KnownEndpoint | null;
  readonly edges?: (data: Fields, node: KnownEndpoint, into: Statements) => void;
}

/** Kinds of records: those that describe an object, and those with a converter of their own. */
export type AzureKinds = Readonly<Record<string, AzureObject | AzureConverter>>;

/** Creates the converter of a kind: the node, its container, and the edges of the kind. */
export function azureObject(
  kind: string,
  { key = byId, name = ['name', 'text'], properties = {}, container, edges }: AzureObject,
): AzureConverter {
  return function convert(data, into) {
    const node = azureNode(key(data), kind);
    if (!node) {
      data.fault('id', 'is missing or empty; the record is left out');
      return;
    }
    const shown = read(data, name);
    const values: Record<string, StatedValue> = {
      name: typeof shown === 'string' ? upperCase(shown) : shown,
      displayname: read(data, ['displayName', 'text']),
      tenantid: tenantId(data) ?? undefined,
    };
    for (const [property, source] of Object.entries(properties)) values[property] = read(data, source);
    const erased: string[] = [];
    into.describe(node.objectid, node.kinds, present(values, {}, erased), erased);
    stateOnlyEdge(into, container?.(data) ?? null, 'AZContains', node);
    edges?.(data, node, into);
  };
}

/** States the name and the tenant of a node that another record describes, by fields of this one. */
export function stateName(
  data: Fields,
  into: Statements,
  node: KnownEndpoint | null,
  name: string,
  tenantField = 'tenantId',
): void {
  if (!node) return;
  const properties = {
    displayname: data.text(name) ?? undefined,
    tenantid: lastSegment(data.id(tenantField)) ?? undefined,
  };
  into.supplement(node.objectid, node.kinds, present(properties));
}

export const byId = (data: Fields): string | null => data.id('id');

/** DISPLAY NAME@SUFFIX; without a suffix the display name alone. */
export function nameAt(suffix: string | null, displayName: string | null | undefined): string | null | undefined {
  return typeof displayName === 'string' && suffix !== null ? `${displayName}@${suffix}` : displayName;
}

export const nameAtField =
  (suffix: string) =>
  (data: Fields): StatedValue =>
    nameAt(
      data.text(suffix),
      data.given('displayName', (field) => data.text(field)),
    );

export const nameAtTenant = nameAtField('tenantName');

function read(data: Fields, source: PropertySource): StatedValue {
  if (typeof source === 'function') return source(data);
  const [path, type] = source;
  const steps = path.split('/');
  const field = steps.pop() ?? path;
  const owner = steps.reduce<Fields | null>((at, step) => at?.object(step) ?? null, data);
  const value = owner?.given(field, (key) => readers[type](owner, key));
  return value ?? (owner && defaults.get(type)) ?? value;
}

/** Of values that the collector omits. */
const defaults: ReadonlyMap<ValueType, PropertyValue> = new Map<ValueType, PropertyValue>([
  ['flag', false],
  ['texts', []],
]);

const readers: Readonly<Record<ValueType, (owner: Fields, field: string) => PropertyValue | null>> = {
  text: (owner, field) => owner.text(field),
  upper: (owner, field) => upperOf(owner.text(field)),
  flag: (owner, field) => owner.flag(field),
  /** Stored only if true, because a missing value has no meaning. */
  mark: (owner, field) => owner.flag(field) || null,
  time: (owner, field) => timeOf(owner.text(field)),
  texts: (owner, field) => owner.texts(field),
};

function upperOf(text: string | null): string | null {
  return text === null ? null : upperCase(text);
}

/** The time as written; null if the text is no time, or the zero time of the collector. */
function timeOf(text: string | null): string | null {
  return Date.parse(text ?? '') >= Date.UTC(1900) ? text : null;
}
