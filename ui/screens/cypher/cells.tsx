import type { ComponentChildren } from 'preact';
import type { UnifiedEdgeDto, UnifiedNodeDto } from '../../api/schema.js';
import { ObjectLink } from '../../base/object-link.js';

interface PathCell {
  readonly nodes: readonly UnifiedNodeDto[];
  readonly edges: readonly UnifiedEdgeDto[];
}

/** A value of a row: a node is a link, a path its names, anything else is its JSON. */
export function Cell({ value }: { readonly value: unknown }): ComponentChildren {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value) && value.some((item) => typeof item === 'object'))
    return value.map((item, index) => (
      <span key={index}>
        {index > 0 && ', '}
        <Cell value={item} />
      </span>
    ));
  if (isNode(value)) return <ObjectLink id={value.objectId} name={value.label} kind={value.kind} />;
  if (isPath(value)) return <PathText path={value} />;
  if (isEdge(value)) return value.kind;
  return typeof value === 'string' ? <bdi>{value}</bdi> : JSON.stringify(value);
}

/** The arrow of a step has the direction of its edge. */
function PathText({ path: { nodes, edges } }: { readonly path: PathCell }) {
  return nodes.map((node, index) => {
    const edge = edges[index - 1];
    const id = Reflect.get(node, 'id') as number;
    const arrow = edge && (edge.target === String(id) ? ` –${edge.kind}→ ` : ` ←${edge.kind}– `);
    return (
      <span key={index}>
        {arrow}
        <ObjectLink id={node.objectId} name={node.label} />
      </span>
    );
  });
}

function isNode(value: unknown): value is UnifiedNodeDto {
  return typeof value === 'object' && value !== null && 'objectId' in value;
}

function isEdge(value: unknown): value is UnifiedEdgeDto {
  return typeof value === 'object' && value !== null && 'source' in value && 'target' in value;
}

function isPath(value: unknown): value is PathCell {
  return typeof value === 'object' && value !== null && 'nodes' in value && 'edges' in value;
}
