import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsIn,
  IsInt,
  IsObject,
  IsString,
  Length,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { MayBeAbsent } from '../../http/input/rules.js';
import { type JsonOf, shape } from '../../http/fields/fields.js';
import { memory } from '../../http/fields/memory.js';
import { unifiedEdgeShape } from '../graphs/unified-graph.dto.js';

/** Objects of a picture. */
export const mostShown = 3000;
/** New objects of one answer. */
export const mostNew = 50;
const longestText = 1024;

function TextsProperty(description: string, most: number): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: [String], required: false, maxItems: most, description }),
    MayBeAbsent(),
    IsArray({ message: 'takes a list of texts' }),
    ArrayMaxSize(most, { message: `takes at most ${most} texts` }),
    IsString({ each: true, message: 'takes a list of texts' }),
    Length(1, longestText, { each: true, message: `takes texts of 1 to ${longestText} characters` }),
  );
}

export class ExpandRequest {
  @ApiProperty({ description: 'Object id of the node whose neighbours are asked for.' })
  @IsString({ message: 'takes an object id' })
  @Length(1, longestText, { message: 'takes an object id' })
  readonly node!: string;

  @ApiProperty({ enum: ['in', 'out'], description: '`out`: ends of edges that leave the node.' })
  @IsIn(['in', 'out'], { message: 'takes in or out' })
  readonly direction!: 'in' | 'out';

  @TextsProperty('Kinds of the edges to the neighbours. By default all.', 100)
  readonly relationship_kinds?: readonly string[];

  @ApiProperty({ required: false, description: 'Primary kind of the neighbours. By default any.' })
  @MayBeAbsent()
  @IsString({ message: 'takes the name of a kind' })
  @Length(1, longestText, { message: 'takes the name of a kind' })
  readonly kind?: string;

  @TextsProperty('Conditions that the neighbours meet, as in `where` of lists.', 20)
  readonly where?: readonly string[];

  @ApiProperty({ type: 'integer', minimum: 0, default: 0, required: false })
  @MayBeAbsent()
  @IsInt({ message: 'takes an integer from 0' })
  @Min(0, { message: 'takes an integer from 0' })
  @Max(100_000_000, { message: 'takes an integer up to 100000000' })
  readonly skip?: number;

  @ApiProperty({ type: 'integer', minimum: 0, maximum: mostNew, default: mostNew, required: false })
  @MayBeAbsent()
  @IsInt({ message: `takes an integer from 0 to ${mostNew}` })
  @Min(0, { message: `takes an integer from 0 to ${mostNew}` })
  @Max(mostNew, { message: `takes an integer from 0 to ${mostNew}` })
  readonly limit?: number;
}

export class NeighbourhoodRequest {
  @TextsProperty('Object ids that a picture shows.', mostShown)
  readonly shown?: readonly string[];

  @TextsProperty('Object ids that come to the picture.', mostNew)
  readonly add?: readonly string[];

  @ApiProperty({ type: ExpandRequest, required: false, description: 'Neighbours of an object come to the picture.' })
  @MayBeAbsent()
  @IsObject({ message: 'takes an object' })
  @ValidateNested()
  @Type(() => ExpandRequest)
  readonly expand?: ExpandRequest;

  @TextsProperty('Kinds of the edges that are returned. By default all.', 100)
  readonly relationship_kinds?: readonly string[];
}

const pictureNodeShape = shape('PictureNodeDto', {
  objectid: memory.text('Object id.'),
  name: memory.text({ example: 'ADA@BIRCH.LOCAL' }),
  kind: memory.text({ example: 'User', description: 'Primary kind.' }),
  environment_id: memory.optionalText('Object id of its domain or tenant.'),
  tier_zero: memory.boolean('Whether it belongs to Admin Tier Zero.'),
  owned: memory.boolean('Whether it belongs to Owned.'),
  enabled: memory.any<boolean | null>({ type: 'boolean', nullable: true, description: 'Null: not known.' }),
  last_seen: memory.time('Day on which a source last described or mentioned it.'),
});

export const neighbourhoodShape = shape('NeighbourhoodDto', {
  nodes: memory.objects(
    pictureNodeShape,
    'By the id that the graph gives them, as a text: the new nodes; without `add` and `expand` all that are shown.',
  ),
  edges: memory.array(unifiedEdgeShape, 'Edges among these nodes, and between them and what is shown.'),
  shown: memory.objects(
    shape('PictureKeyDto', { objectid: memory.text('Object id.') }),
    'Ends of edges that are shown already, by the same ids.',
  ),
  count: memory.count('Neighbours of the expanded node that are not shown, without `skip` and `limit`.'),
  gone: memory.count('Object ids of the request that no node has.'),
  truncated: memory.boolean('Whether there are more edges.'),
});
export type NeighbourhoodDto = JsonOf<typeof neighbourhoodShape.fields>;

const kindOfEdgesShape = shape('KindOfEdgesDto', {
  kind: memory.text({ example: 'MemberOf', description: 'Kind of the edges.' }),
  count: memory.count('Number of edges.'),
  tier_zero: memory.count('Edges whose other end belongs to tier zero.'),
  neighbours: memory.counts({ example: { User: 12 }, description: 'Other ends by primary kind.' }),
});

export const edgeCountsShape = shape('EdgeCountsDto', {
  out: memory.array(kindOfEdgesShape, 'Edges that leave the node, the most frequent kind first.'),
  in: memory.array(kindOfEdgesShape, 'Edges that lead to it.'),
});
export type EdgeCountsDto = JsonOf<typeof edgeCountsShape.fields>;
