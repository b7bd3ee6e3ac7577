import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { EntityPaths } from '../../graph/answers/entity-reader.js';
import type { Chosen, ShownNode } from '../../graph/questions/pages/shown-node.js';
import { type Answer, dataOf, pageOf, withOthers } from '../../http/openapi/operation.decorator.js';
import { Count } from '../../http/openapi/wire.dto.js';
import { countName, type EntityKind, type EntityList } from './entity-kind.js';

/** Of a row of a list that accepts `props`. */
export const ChosenProperties = (): PropertyDecorator =>
  ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    example: { enabled: true },
    description: 'The properties that `props` names, as collectors sent them; absent ones are null.',
  });

/** Of a row with `href`. */
export const hrefText = 'The path and query at which the API has the entity.';

class EntityDto {
  @ApiProperty({ example: 'S-1-5-21-3130019616-2776909439-2417379446-1001' })
  readonly objectID!: string;

  @ApiProperty({ example: 'FS01.BIRCH.LOCAL' })
  readonly name!: string;

  @ApiProperty({ example: 'Computer', description: 'Primary kind of the node.' })
  readonly label!: string;

  @ApiProperty({ type: [String], example: ['Computer', 'Base'], description: 'All kinds of the node.' })
  readonly kinds!: readonly string[];
}

/** Except in the lists of admin rights, whose rows the specification of the API fixes. */
export class LinkedEntityDto extends EntityDto {
  @ApiProperty({ example: '/api/v2/computers/S-1-5-21-3130019616-2776909439-2417379446-1001', description: hrefText })
  readonly href!: string;

  @ChosenProperties()
  readonly props?: Readonly<Record<string, unknown>>;
}

export interface LinkedEntityPage {
  readonly count: number;
  readonly skip: number;
  readonly limit: number;
  readonly data: readonly LinkedEntityDto[];
}

class EntityEdgeDto {
  @ApiProperty({ description: 'Object id of the start node.' })
  readonly source!: string;

  @ApiProperty({ description: 'Object id of the end node.' })
  readonly target!: string;

  @ApiProperty({ example: 'AdminTo', description: 'Kind of the edge.' })
  readonly kind!: string;
}

class EntityGraphDto {
  @ApiProperty({ type: [EntityDto] })
  readonly nodes!: readonly EntityDto[];

  @ApiProperty({ type: [EntityEdgeDto] })
  readonly edges!: readonly EntityEdgeDto[];

  @ApiProperty({ description: 'True if the graph has more nodes than the answer contains.' })
  readonly truncated!: boolean;
}

class EntityCountDto {
  @Count('Exact length of the list.')
  readonly count!: number;
}

/** The answer of a list, by `type`. */
export function listAnswer({ isSpecified }: Pick<EntityList, 'isSpecified'>): Answer {
  return withOthers(pageOf(isSpecified ? EntityDto : LinkedEntityDto), {
    'type=graph': dataOf(EntityGraphDto),
    ...(!isSpecified && { 'type=count': dataOf(EntityCountDto) }),
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
  return {
    nodes: nodes.map(toEntityDto),
    edges: edges.map(({ source, target, kind }) => ({ source: source.objectid, target: target.objectid, kind })),
    truncated,
  };
}
