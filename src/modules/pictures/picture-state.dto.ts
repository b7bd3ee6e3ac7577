import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsObject,
  Matches,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { fault, type Fault } from '../../base/errors.js';
import { isDescription, MayBeAbsent, ObjectId, objectIdPattern } from '../../http/input/rules.js';
import { mostShown } from '../neighbourhood/neighbourhood.dto.js';

const [mostLayers, farthest, mostKinds, zooms] = [mostShown, 1_000_000, 200, [0.01, 10]] as const;

function Texts(description: string, most: number, required: boolean): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: [String], required, maxItems: most, description }),
    ...(required ? [] : [MayBeAbsent()]),
    IsArray({ message: 'takes a list of texts' }),
    ArrayMaxSize(most, { message: `takes at most ${most} texts` }),
    Matches(objectIdPattern, { each: true, message: 'takes texts of 1 to 1024 characters without control characters' }),
  );
}

function Bounded(least: number, most: number, description: string, required = true): PropertyDecorator {
  const message = `takes a number from ${least} to ${most}`;
  return applyDecorators(
    ApiProperty({ type: 'number', required, minimum: least, maximum: most, description }),
    ...(required ? [] : [MayBeAbsent()]),
    IsNumber({}, { message }),
    Min(least, { message }),
    Max(most, { message }),
  );
}

function Flag(description: string): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: 'boolean', required: false, description }),
    MayBeAbsent(),
    IsBoolean({ message: 'takes true or false' }),
  );
}

function Part(type: new () => object, description: string): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type, required: false, description }),
    MayBeAbsent(),
    IsObject({ message: 'takes an object' }),
    ValidateNested(),
    Type(() => type),
  );
}

export class PictureNeighbours {
  @ObjectId({ description: 'Object id of the node whose neighbours they are.' })
  readonly of!: string;

  @ApiProperty({ enum: ['in', 'out'], description: '`out`: ends of edges that leave the node.' })
  @IsIn(['in', 'out'], { message: 'takes in or out' })
  readonly direction!: 'in' | 'out';

  @ObjectId({ description: 'Kind of the edges to them.', example: 'MemberOf' })
  readonly relationship_kind!: string;
}

export class PictureBox {
  @Bounded(-mostLayers, mostLayers, 'Layers are from left to right, and boxes of one layer are in their order.')
  readonly layer!: number;

  @Texts('Object ids. Several are folded into one box; none are neighbours that are not loaded.', mostShown, true)
  readonly objects!: readonly string[];

  @Part(PictureNeighbours, 'The box stands for the neighbours of a node that the picture does not show.')
  readonly neighbours?: PictureNeighbours;

  @Flag('Whether it is not drawn.')
  readonly hidden?: boolean;

  @Flag('Whether it is chosen, with others, for acts on all of them.')
  readonly marked?: boolean;

  @Bounded(-farthest, farthest, 'Vertical place, if it is pinned.', false)
  readonly y?: number;

  @ApiProperty({ type: 'string', required: false, maxLength: 4096 })
  @MayBeAbsent()
  @isDescription
  readonly note?: string;
}

export class PictureView {
  @Bounded(-farthest, farthest, 'Left edge of the window.')
  readonly x!: number;

  @Bounded(-farthest, farthest, 'Upper edge of the window.')
  readonly y!: number;

  @Bounded(zooms[0], zooms[1], 'Pixels of the screen for each of the picture.')
  readonly zoom!: number;
}

/** Object ids and how they are shown; no names, properties or answers. */
export class PictureState {
  @ApiProperty({ type: () => [PictureBox], maxItems: mostShown })
  @IsArray({ message: 'takes a list of boxes' })
  @ArrayMaxSize(mostShown, { message: `takes at most ${mostShown} boxes` })
  @ValidateNested({ each: true })
  @Type(() => PictureBox)
  readonly boxes!: readonly PictureBox[];

  @Texts('Kinds of edges that are not drawn.', mostKinds, false)
  readonly hidden_kinds?: readonly string[];

  @Part(PictureView, 'The part that is on the screen; the whole picture if it is absent.')
  readonly view?: PictureView;

  @ApiProperty({
    type: 'integer',
    required: false,
    minimum: 0,
    description: 'Version of the graph that the picture was drawn from (`Graph-Version`).',
  })
  @MayBeAbsent()
  @IsInt({ message: 'takes an integer from 0' })
  @Min(0, { message: 'takes an integer from 0' })
  readonly graph_version?: number;
}

/** Faults of a state that rules of single properties do not find. */
export function checkState({ state }: { readonly state?: PictureState }, faults: Fault[]): void {
  if (faults.length > 0 || !state) return;
  const objects = state.boxes.flatMap((box) => box.objects);
  const add = (place: string, message: string) => faults.push(fault('body.invalid_value', place, message));
  for (const [index, { objects: own, neighbours }] of state.boxes.entries())
    if ((own.length === 0) !== (neighbours !== undefined))
      add(`body.state.boxes.${index}`, 'takes either objects or neighbours');
  if (objects.length > mostShown) add('body.state.boxes', `takes boxes of at most ${mostShown} objects in all`);
  if (new Set(objects.map((id) => id.toUpperCase())).size < objects.length)
    add('body.state.boxes', 'takes each object once');
}
