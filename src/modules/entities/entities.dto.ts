import { type JsonOf, shape } from '../../http/fields/fields.js';
import { memory } from '../../http/fields/memory.js';
import type { EntityEdge, EntityPaths } from '../../graph/answers/entity-reader.js';
import type { Chosen, ShownNode } from '../../graph/questions/pages/shown-node.js';
import { type Answer, dataOf, pageOf, withOthers } from '../../http/openapi/operation.decorator.js';
import type { PageOf } from '../../http/list/list-page.js';
import { countName, type EntityKind, type EntityList } from './entity-kind.js';

/** Of a row of a list that accepts `props`. */
export const chosenProperties = memory.absent(
  memory.anyObject({
    example: { enabled: true },
    description: 'The properties that `props` names, as collectors sent them; absent ones are null.',
  }),
);

/** Of a row with `href`. */
export const hrefText = 'The path and query at which the API has the entity.';

const entityShape = shape('EntityDto', {
  objectID: memory.text({ example: 'S-1-5-21-3130019616-2776909439-2417379446-1001' }),
  name: memory.text({ example: 'FS01.BIRCH.LOCAL' }),
  label: memory.text({ example: 'Computer', description: 'Primary kind of the node.' }),
  kinds: memory.texts({ example: ['Computer', 'Base'], description: 'All kinds of the node.' }),
});
type EntityDto = JsonOf<typeof entityShape.fields>;

/** Except in the lists of admin rights, whose rows the specification of the API fixes. */
export const linkedEntityShape = shape('LinkedEntityDto', {
  ...entityShape.fields,
  href: memory.text({
    example: '/api/v2/computers/S-1-5-21-3130019616-2776909439-2417379446-1001',
    description: hrefText,
  }),
  props: chosenProperties,
});
export type LinkedEntityDto = JsonOf<typeof linkedEntityShape.fields>;
export type LinkedEntityPage = PageOf<LinkedEntityDto>;

const entityEdgeShape = shape('EntityEdgeDto', {
  source: memory.text('Object id of the start node.'),
  target: memory.text('Object id of the end node.'),
  kind: memory.text({ example: 'AdminTo', description: 'Kind of the edge.' }),
});

const entityGraphShape = shape('EntityGraphDto', {
  nodes: memory.array(entityShape),
  edges: memory.array(entityEdgeShape),
  truncated: memory.boolean('True if the graph has more nodes than the answer contains.'),
});
type EntityGraphDto = JsonOf<typeof entityGraphShape.fields>;

const entityCountShape = shape('EntityCountDto', {
  count: memory.count('Exact length of the list.'),
});

/** The answer of a list, by `type`. */
export function listAnswer({ isSpecified }: Pick<EntityList, 'isSpecified'>): Answer {
  return withOthers(pageOf((isSpecified ? entityShape : linkedEntityShape).dto), {
    'type=graph': dataOf(entityGraphShape.dto),
    ...(!isSpecified && { 'type=count': dataOf(entityCountShape.dto) }),
  });
}

/** An entity with the lengths of its lists; they are absent with `counts=false`. */
export function panelAnswer({ lists }: Pick<EntityKind, 'lists'>): Answer {
  const counts = lists.map(
    (list) => [countName(list), { type: 'integer', minimum: 0, description: list.contents }] as const,
  );
  const properties = {
    kinds: { type: 'array', items: { type: 'string' }, description: 'All kinds of the node.' },
    props: {
      type: 'object',
      additionalProperties: true,
      description: 'Its properties, with `objectid`, `name` and `system_tags`.',
    },
    note: { type: 'string', description: 'What no collector reads of a site or a subnet; absent for other kinds.' },
    ...Object.fromEntries(counts),
  } as const;
  const data = { type: 'object' as const, required: ['kinds', 'props'], properties };
  return { schema: { type: 'object', required: ['data'], properties: { data } }, models: [] };
}

export function toEntityDto({ objectid, name, label, kinds }: ShownNode): EntityDto {
  return { objectID: objectid, name, label, kinds };
}

export function toLinkedEntityDto(
  { objectid, name, label, kinds, chosen }: ShownNode & Partial<Chosen>,
  href: string,
): LinkedEntityDto {
  return { objectID: objectid, name, label, kinds, href, ...(chosen && { props: chosen }) };
}

export function toEntityGraphDto({ nodes, edges, truncated }: EntityPaths<ShownNode>): EntityGraphDto {
  return { nodes: nodes.map(toEntityDto), edges: Array.from(edges, toEntityEdgeDto), truncated };
}

export function toEntityEdgeDto({ source, target, kind }: EntityEdge<ShownNode>): EntityGraphDto['edges'][number] {
  return { source: source.objectid, target: target.objectid, kind };
}
