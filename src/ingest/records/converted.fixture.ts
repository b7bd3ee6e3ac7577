import { kindNames } from '../../graph/kinds/kind-catalogue.js';
import type { Endpoint, NodeRecord, Properties } from '../../graph/records.js';
import type { Statements } from '../../graph/statements.js';
import { ACL_LIST, isOutgoing, PRIMARY_GROUP_LIST } from '../../graph/store/list-row.js';
import { DeferredStatements } from '../../graph/writer/batch/deferred-statements.js';
import type { JsonObject } from './json-value.js';
import { Fields } from './fields.js';

export interface Converted {
  readonly nodes: readonly NodeRecord[];
  /** `A:Kind -Edge-> B:Kind {"property":1}`; a reference by property is written `?key=value`, a node that must exist `A!`. */
  readonly edges: readonly string[];
  /** `field: reason` */
  readonly faults: readonly string[];
}

type Convert = (record: Fields, into: Statements) => void;

/** The result of a converter in a readable form. */
export function converted(convert: Convert, record: JsonObject): Converted {
  const faults: string[] = [];
  const { nodes, edges } = statementsOf(convert, record, (field, reason) => faults.push(`${field}: ${reason}`));
  return { nodes, edges: edges.map(edgeText), faults };
}

/** The whole lists of a record: `G1 incoming MemberOf`, `X1 acl`. */
export function wholeLists(convert: Convert, record: JsonObject): string[] {
  const { lists } = statementsOf(convert, record);
  return lists.map(({ objectid, list }) => `${objectid} ${listText(list)}`);
}

function listText(list: number): string {
  if (list === ACL_LIST) return 'acl';
  if (list === PRIMARY_GROUP_LIST) return 'primary-group';
  return `${isOutgoing(list) ? 'outgoing' : 'incoming'} ${kindNames.get(list)}`;
}

function statementsOf(
  convert: Convert,
  record: JsonObject,
  report: (field: string, reason: string) => unknown = () => {},
) {
  const nodes: NodeRecord[] = [];
  const store = (described: boolean) => (objectid: string, kinds: readonly string[], properties: Properties) =>
    nodes.push({ objectid, kinds, properties, described });
  const into = new DeferredStatements({ describe: store(true), supplement: store(false) });
  convert(new Fields(record, report), into);
  return { nodes, edges: into.edges, lists: into.lists };
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
    return `${end.objectid}${end.mustExist ? '!' : ''}:${end.kinds.join('+')}`;
  }
  const match = `?${end.match.map(({ key, value }) => `${key}=${value}`).join('&')}${end.kind ? `:${end.kind}` : ''}`;
  return end.otherwise ? `${match} else ${endText(end.otherwise)}` : match;
}
