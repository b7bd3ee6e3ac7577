import type { KnownEndpoint, PropertyValue } from '../../../graph/records.js';
import type { Statements } from '../../../graph/statements.js';
import type { Fields } from '../../records/fields.js';
import { present } from '../../records/properties.js';
import { type AzureConverter, azureNode, lastSegment, tenantId } from './azure-node.js';
import { stateOnlyEdge } from './whole-lists.js';

type ValueType = 'text' | 'upper' | 'flag' | 'mark' | 'time' | 'texts';

/** The source of a property: a field (with `/` for fields of an inner object) and its type, or a function. */
export type PropertySource = readonly [field: string, type: ValueType] | ((data: Fields) => PropertyValue | null);

/** One kind of object that AzureHound describes. */
export interface AzureObject {
  /** Its id; the field `id` by default. */
  readonly key?: (data: Fields) => string | null;
  /** The field `name` by default. */
  readonly name?: (data: Fields) => string | null;
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
  { key = byId, name = plainName, properties = {}, container, edges }: AzureObject,
): AzureConverter {
  return function convert(data, into) {
    const node = azureNode(key(data), kind);
    if (!node) {
      data.fault('id', 'is missing or empty; the record is left out');
      return;
    }
    const values = Object.entries(properties).map(([property, source]) => [property, read(data, source)]);
    into.describe(
      node.objectid,
      node.kinds,
      present({
        name: name(data)?.toUpperCase() ?? null,
        displayname: data.text('displayName'),
        tenantid: tenantId(data),
        ...Object.fromEntries(values),
      }),
    );
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
  const properties = { displayname: data.text(name), tenantid: lastSegment(data.id(tenantField)) };
  into.supplement(node.objectid, node.kinds, present(properties));
}

export const byId = (data: Fields): string | null => data.id('id');

const plainName = (data: Fields): string | null => data.text('name');

/** DISPLAY NAME@SUFFIX; without a suffix the display name alone. */
export function nameAt(suffix: string | null, displayName: string | null): string | null {
  return displayName !== null && suffix !== null ? `${displayName}@${suffix}` : displayName;
}

export const nameAtTenant = (data: Fields): string | null => nameAt(data.text('tenantName'), data.text('displayName'));

function read(data: Fields, source: PropertySource): PropertyValue | null {
  if (typeof source === 'function') {
    return source(data);
  }
  const [path, type] = source;
  const steps = path.split('/');
  const field = steps.pop() ?? path;
  const owner = steps.reduce<Fields | null>((at, step) => at?.object(step) ?? null, data);
  return owner && readers[type](owner, field);
}

const readers: Readonly<Record<ValueType, (owner: Fields, field: string) => PropertyValue | null>> = {
  text: (owner, field) => owner.text(field),
  upper: (owner, field) => owner.text(field)?.toUpperCase() ?? null,
  /** The collector omits false. */
  flag: (owner, field) => owner.flag(field) ?? false,
  /** Stored only if true, because a missing value has no meaning. */
  mark: (owner, field) => owner.flag(field) || null,
  time: (owner, field) => timeOf(owner.text(field)),
  texts: (owner, field) => owner.texts(field),
};

/** The time as written; null if the text is no time, or the zero time of the collector. */
function timeOf(text: string | null): string | null {
  return Date.parse(text ?? '') >= Date.UTC(1900) ? text : null;
}
