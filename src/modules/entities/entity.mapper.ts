import type { GraphEntity, Subgraph } from '../../graph/graph-reader.js';
import type { EntityGraphDto } from './dto/entity-graph.dto.js';
import type { EntityDto } from './dto/entity.dto.js';

export function toEntityDto({ objectid, name, label, kinds }: GraphEntity): EntityDto {
  return { objectID: objectid, name, label, kinds };
}

export function toEntityGraphDto({ nodes, edges, truncated }: Subgraph): EntityGraphDto {
  return {
    nodes: nodes.map(toEntityDto),
    edges: edges.map(({ source, target, kind }) => ({ source, target, kind })),
    truncated,
  };
}
