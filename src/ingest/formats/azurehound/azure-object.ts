import type { KnownEndpoint, PropertyValue } from '../../../graph/records.js';
import type { Fields } from '../../records/fields.js';
import { described, type GraphPart, link } from '../../records/graph-parts.js';
import { present } from '../../records/properties.js';
import { type AzureConverter, azureNode, tenantId } from './azure-node.js';
import { oneEdge } from './given-lists.js';

type ValueType = 'text' | 'upper' | 'flag' | 'mark' | 'time' | 'texts';

/** Where a property comes from: the field (with `/` for fields of an inner object) and how it is read; or what works it out. */
export type PropertySource = readonly [field: string, type: ValueType] | ((data: Fields) => PropertyValue | null);

/** One kind of object that AzureHound describes. */
export interface AzureObject {
  readonly kind: string;
  readonly key: (data: Fields) => string | null;
  readonly name: (data: Fields) => string | null;
  readonly properties?: Readonly<Record<string, PropertySource>>;
  /** What `-AZContains->` it, of which no other record says anything else. */
  readonly container?: (data: Fields) => KnownEndpoint | null;
  readonly edges?: (data: Fields, node: KnownEndpoint) => Iterable<GraphPart>;
}

/** Makes the converter of a kind: its node, who contains it, then what is its own. */
export function azureObject(shape: AzureObject): AzureConverter {
  return function* convert(data) {
    const node = azureNode(shape.key(data), shape.kind);
    if (!node) {
      data.fault('id', 'is missing or empty; the record is left out');
      return;
    }
    const properties = Object.entries(shape.properties ?? {}).map(([name, source]) => [name, read(data, source)]);
    yield described(
      node,
      present({
        name: shape.name(data)?.toUpperCase() ?? null,
        displayname: data.text('displayName'),
        tenantid: tenantId(data),
        ...Object.fromEntries(properties),
      }),
    );
    yield* oneEdge(
      { objectid: node.objectid, list: { of: 'incoming', kind: 'AZContains' } },
      link(shape.container?.(data) ?? null, 'AZContains', node),
    );
    yield* shape.edges?.(data, node) ?? [];
  };
}

export const byId = (data: Fields): string | null => data.id('id');

export const plainName = (data: Fields): string | null => data.text('name');

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
  /** The collector leaves out what is false. */
  flag: (owner, field) => owner.flag(field) ?? false,
  /** Kept where it is true; that it is missing says nothing. */
  mark: (owner, field) => owner.flag(field) || null,
  time: (owner, field) => secondsOf(owner.text(field)),
  texts: (owner, field) => owner.texts(field),
};

/** Seconds since 1970, as in the records of directories; null where the text is no time or the zero time of the collector. */
function secondsOf(time: string | null): number | null {
  const milliseconds = Date.parse(time ?? '');
  return Number.isNaN(milliseconds) || milliseconds < Date.UTC(1900) ? null : Math.floor(milliseconds / 1000);
}
