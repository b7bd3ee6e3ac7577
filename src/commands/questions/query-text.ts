import type { Cell } from '../output/tables.js';

interface QueriedNode {
  readonly id: number;
  readonly objectId: string;
  readonly label: string;
}

interface QueriedEdge {
  readonly source: string;
  readonly target: string;
  readonly kind: string;
}

interface QueriedPath {
  readonly nodes: readonly QueriedNode[];
  readonly edges: readonly QueriedEdge[];
}

/** A value of a row, as the service writes it. */
export type CypherValue =
  | null
  | string
  | number
  | boolean
  | QueriedNode
  | QueriedEdge
  | QueriedPath
  | readonly CypherValue[]
  | { readonly [key: string]: CypherValue };

/** A node by its name, a relationship by its kind, a path as its steps, null as nothing, and anything else as JSON. */
export function cellOf(value: CypherValue): Cell {
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? value : textOf(value);
}

function textOf(value: CypherValue): string {
  if (value === null) return '';
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return `[${value.map((item: CypherValue) => textOf(item)).join(', ')}]`;
  if (isNode(value)) return value.label || value.objectId;
  if (isPath(value)) return pathText(value);
  return isEdge(value) ? value.kind : JSON.stringify(value);
}

function isNode(value: object): value is QueriedNode {
  return 'objectId' in value && 'label' in value;
}

function isEdge(value: object): value is QueriedEdge {
  return 'source' in value && 'target' in value && 'kind' in value;
}

function isPath(value: object): value is QueriedPath {
  return 'nodes' in value && 'edges' in value;
}

/** `ADA -MemberOf-> STAFF <-Contains- UNIT` */
function pathText({ nodes, edges }: QueriedPath): string {
  const steps = edges.map(({ kind, source }, index) =>
    source === String(nodes[index]?.id) ? ` -${kind}-> ` : ` <-${kind}- `,
  );
  return nodes.map((node, index) => textOf(node) + (steps[index] ?? '')).join('');
}
