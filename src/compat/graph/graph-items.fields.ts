import { type JsonOf, shape } from '../../http/fields/fields.js';
import { memory } from '../../http/fields/memory.js';

const kindId = memory.any<number | null>({
  type: 'integer',
  format: 'int32',
  nullable: true,
  description: 'Null if nothing describes the kind.',
});
const info = memory.absent(
  memory.any<readonly object[]>({
    type: 'array',
    items: { type: 'object', additionalProperties: true },
    description:
      'With `include-info=true`: panels with `name`, `title`, `position`, `markdown`, and the id of the kind.',
  }),
);
const id = memory.any<number>({ type: 'integer', format: 'int64' });

const kindOfNode = shape('KindOfNodeDto', { node_kind_id: kindId, name: memory.text({ example: 'User' }) });
const kindOfEdge = shape('KindOfEdgeDto', { relationship_kind_id: kindId, name: memory.text({ example: 'MemberOf' }) });

export const nodeDetailsShape = shape('NodeDetailsDto', {
  node_id: id,
  kinds: memory.array(kindOfNode),
  properties: memory.anyObject('With `objectid`, `name`, `lastseen` and `system_tags`.'),
  info,
});
export type NodeDetailsDto = JsonOf<typeof nodeDetailsShape.fields>;

export const edgeDetailsShape = shape('EdgeDetailsDto', {
  relationship_id: id,
  source_node_id: id,
  target_node_id: id,
  kind: memory.object(kindOfEdge),
  properties: memory.anyObject('With `is_traversable` and `lastSeen`.'),
  info,
});
export type EdgeDetailsDto = JsonOf<typeof edgeDetailsShape.fields>;
