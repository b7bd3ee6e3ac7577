import type { Endpoint, NodeRecord, Properties, RecordPart } from '../../graph/records.js';
import type { JsonObject } from './json-value.js';
import { Fields } from './fields.js';
import { isEdge, isNode } from './record-parts.js';

export interface Converted {
  readonly nodes: readonly NodeRecord[];
  /** `A:Kind -Edge-> B:Kind {"property":1}`; a reference by property is written `?key=value`. */
  readonly edges: readonly string[];
  /** `field: reason` */
  readonly faults: readonly string[];
}

/** The result of a converter in a readable form. */
export function converted(convert: (record: Fields) => Iterable<RecordPart>, record: JsonObject): Converted {
  const faults: string[] = [];
  const parts = [...convert(new Fields(record, (field, reason) => faults.push(`${field}: ${reason}`)))];
  return {
    nodes: parts.filter(isNode),
    edges: parts.filter(isEdge).map(edgeText),
    faults,
  };
}

/** The whole lists of a record: `G1 incoming MemberOf`, `X1 acl`. */
export function wholeLists(convert: (record: Fields) => Iterable<RecordPart>, record: JsonObject): string[] {
  return [...convert(new Fields(record, () => {}))].flatMap((part) =>
    'list' in part ? [[part.objectid, ...Object.values(part.list)].join(' ')] : [],
  );
}

export function edgeText(edge: {
  readonly source: Endpoint;
  readonly kind: string;
  readonly target: Endpoint;
  readonly properties: Properties;
}): string {
  const properties = Object.keys(edge.properties).length > 0 ? ` ${JSON.stringify(edge.properties)}` : '';
  return `${endText(edge.source)} -${edge.kind}-> ${endText(edge.target)}${properties}`;
}

function endText(end: Endpoint): string {
  if ('objectid' in end) {
    return `${end.objectid}:${end.kinds.join('+')}`;
  }
  const match = `?${end.match.map(({ key, value }) => `${key}=${value}`).join('&')}${end.kind ? `:${end.kind}` : ''}`;
  return end.otherwise ? `${match} else ${endText(end.otherwise)}` : match;
}
