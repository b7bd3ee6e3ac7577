import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsBoolean, IsIn, IsInt, IsOptional, Matches, Max, Min, ValidateBy, ValidateNested } from 'class-validator';
import { camelCased, type CamelCased } from '../../../base/values/letter-case.js';
import { isDescription, isName, maxInt32, MayBeAbsent, objectIdPattern } from '../../../http/input/rules.js';
import { NullStringDto } from '../../../http/openapi/wire.dto.js';
import { isListOf, maxSelectors } from './asset-groups.request.dto.js';

/** A query of a request. */
export interface SeedQuery {
  readonly text: string;
  readonly place: string;
}

export interface Seeds {
  /** Object ids, without duplicates. */
  readonly seeds: readonly string[];
  readonly queries: readonly SeedQuery[];
}

const tagNamePattern = /^[A-Za-z0-9_]([A-Za-z0-9_ ]{0,62}[A-Za-z0-9_])?$/;
const tagName = Matches(tagNamePattern, {
  message: 'takes 1 to 64 letters, digits, _ and spaces, without space at its ends',
});
const tagNameSchema = { type: 'string', pattern: tagNamePattern.source, minLength: 1, maxLength: 64 } as const;

const descriptionSchema = { type: 'string', maxLength: 4096, required: false } as const;

const selectorNameSchema = { type: 'string', minLength: 1, maxLength: 256, example: 'Backup servers' } as const;

const notCertified = IsIn([false], { message: 'takes false: members are not certified here' });
const certifySchema = {
  type: 'boolean',
  required: false,
  description: 'Takes false or null: members are not certified here.',
} as const;

const position = applyDecorators(
  IsInt({ message: 'takes an integer from 2' }),
  Min(2, { message: 'takes an integer from 2: tier zero stays the first' }),
  Max(maxInt32, { message: 'takes an integer of 32 bits' }),
);
const positionSchema = { type: 'integer', format: 'int32', minimum: 2, required: false } as const;

const glyphPattern = /^[a-z0-9-]{1,64}$/;
const glyph = ValidateBy({
  name: 'isGlyph',
  validator: {
    validate: (value) => {
      const name = glyphName(value);
      return name === null || (name !== undefined && glyphPattern.test(name));
    },
    defaultMessage: () => 'takes the name of an icon, of 1 to 64 characters out of a-z, 0-9 and -, or null',
  },
});

const glyphSchema = {
  type: 'string',
  pattern: glyphPattern.source,
  nullable: true,
  required: false,
  description: 'Name of an icon. The form of answers, `{string, valid}`, is accepted too.',
} as const;

/** @returns null for none, undefined for a malformed value */
export function glyphName(value: unknown): string | null | undefined {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || !('valid' in value)) return undefined;
  if (value.valid === false) return null;
  return value.valid === true && 'string' in value && typeof value.string === 'string' ? value.string : undefined;
}

export class CreateTagRequest {
  @ApiProperty({ ...tagNameSchema, description: 'Unique name.', example: 'Backup servers' })
  @tagName
  readonly name!: string;

  @ApiProperty({ type: 'integer', enum: [1, 2], description: '1 creates a tier, 2 a label.' })
  @IsIn([1, 2], { message: 'takes 1 (tier) or 2 (label)' })
  readonly type!: 1 | 2;

  @ApiProperty(descriptionSchema)
  @MayBeAbsent()
  @isDescription
  readonly description?: string;

  @ApiProperty({ ...certifySchema, nullable: true })
  @IsOptional()
  @notCertified
  readonly require_certify?: false | null;

  @ApiProperty({ ...positionSchema, nullable: true, description: 'Rank of a new tier; the last if absent.' })
  @IsOptional()
  @position
  readonly position?: number | null;

  @ApiProperty(glyphSchema)
  @glyph
  readonly glyph?: string | NullStringDto | null;
}

/** Absent properties stay unchanged. */
export class UpdateTagRequest {
  @ApiProperty({ ...tagNameSchema, required: false })
  @MayBeAbsent()
  @tagName
  readonly name?: string;

  @ApiProperty(descriptionSchema)
  @MayBeAbsent()
  @isDescription
  readonly description?: string;

  @ApiProperty({ ...certifySchema, nullable: true })
  @IsOptional()
  @notCertified
  readonly require_certify?: false | null;

  @ApiProperty({ ...positionSchema, description: 'Moves a tier.' })
  @MayBeAbsent()
  @position
  readonly position?: number;

  @ApiProperty(glyphSchema)
  @glyph
  readonly glyph?: string | NullStringDto | null;
}

const isSeed = ValidateBy({
  name: 'isSeed',
  validator: {
    validate: (value, context) =>
      isQuery(context?.object)
        ? typeof value === 'string' && value !== ''
        : typeof value === 'string' && objectIdPattern.test(value),
    defaultMessage: (context) =>
      isQuery(context?.object)
        ? 'takes a query in Cypher'
        : 'takes an object id of 1 to 1024 characters without control characters',
  },
});

function isQuery(seed: object | undefined): boolean {
  return seed !== undefined && 'type' in seed && seed.type === 2;
}

class SeedRequest {
  @ApiProperty({ type: 'integer', enum: [1, 2], description: '1: `value` is an object id; 2: a query in Cypher.' })
  @IsIn([1, 2], { message: 'takes 1 (object id) or 2 (query in Cypher)' })
  readonly type!: 1 | 2;

  @ApiProperty({
    type: 'string',
    minLength: 1,
    maxLength: 50_000,
    description:
      'Object id of one node of at most 1,024 characters: exactly, or without regard to case if one node matches. Or a query, which selects all nodes of its answer.',
  })
  @isSeed
  readonly value!: string;
}

const seeds = applyDecorators(
  isListOf('seeds', '1 to', 1),
  ValidateNested({ each: true, message: 'takes objects of type and value' }),
  Type(() => SeedRequest),
);
const seedsSchema = { minItems: 1, maxItems: maxSelectors } as const;

const certification = IsIn([0, 1, 2], { message: 'takes 0, 1 or 2' });
const certificationSchema = {
  type: 'integer',
  enum: [0, 1, 2],
  required: false,
  description: 'It is stored and has no effect.',
} as const;

const switched = IsBoolean({ message: 'takes true or false' });
const disabledSchema = {
  type: 'boolean',
  required: false,
  description: 'True for a selector that selects nothing.',
} as const;

export class CreateTagSelectorRequest {
  @ApiProperty({ ...selectorNameSchema, description: 'Unique in the tag.' })
  @isName
  readonly name!: string;

  @ApiProperty({ ...seedsSchema, type: [SeedRequest], description: 'The nodes need not exist yet.' })
  @seeds
  readonly seeds!: SeedRequest[];

  @ApiProperty(descriptionSchema)
  @MayBeAbsent()
  @isDescription
  readonly description?: string;

  @ApiProperty({ ...certificationSchema, default: 0 })
  @MayBeAbsent()
  @certification
  readonly auto_certify?: 0 | 1 | 2;

  @ApiProperty({ ...disabledSchema, default: false })
  @MayBeAbsent()
  @switched
  readonly disabled?: boolean;
}

/** Absent properties stay unchanged. */
export class UpdateTagSelectorRequest {
  @ApiProperty({ ...selectorNameSchema, required: false })
  @MayBeAbsent()
  @isName
  readonly name?: string;

  @ApiProperty({ ...seedsSchema, type: [SeedRequest], required: false, description: 'Replaces all seeds.' })
  @MayBeAbsent()
  @seeds
  readonly seeds?: SeedRequest[];

  @ApiProperty(descriptionSchema)
  @MayBeAbsent()
  @isDescription
  readonly description?: string;

  @ApiProperty(certificationSchema)
  @MayBeAbsent()
  @certification
  readonly auto_certify?: 0 | 1 | 2;

  @ApiProperty(disabledSchema)
  @MayBeAbsent()
  @switched
  readonly disabled?: boolean;
}

interface SelectorParts extends Seeds {
  readonly isDisabled: boolean;
}

export type TagSelectorDraft = CamelCased<Omit<CreateTagSelectorRequest, 'seeds' | 'disabled'>> & SelectorParts;

/** Absent properties stay unchanged. */
export type TagSelectorChanges = Partial<TagSelectorDraft>;

export function toTagSelectorDraft({ seeds: given, disabled, ...body }: CreateTagSelectorRequest): TagSelectorDraft {
  return { ...camelCased(body), isDisabled: disabled === true, ...toSeeds(given) };
}

export function toTagSelectorChanges({
  seeds: given,
  disabled: isDisabled,
  ...body
}: UpdateTagSelectorRequest): TagSelectorChanges {
  return { ...camelCased(body), ...(isDisabled !== undefined && { isDisabled }), ...(given && toSeeds(given)) };
}

export function toSeeds(given: readonly SeedRequest[]): Seeds {
  const places = given.map(({ type, value }, index) => ({ type, text: value, place: `body.seeds.${index}.value` }));
  return {
    seeds: [...new Set(places.filter(({ type }) => type === 1).map(({ text }) => text))],
    queries: places.filter(({ type }) => type === 2).map(({ text, place }) => ({ text, place })),
  };
}

export class PreviewSelectorsRequest {
  @ApiProperty({ ...seedsSchema, type: [SeedRequest] })
  @seeds
  readonly seeds!: SeedRequest[];

  @ApiProperty({
    type: 'integer',
    enum: [0, 1, 2, 3],
    default: 1,
    required: false,
    description:
      'What is selected beside the seeds. 0: nothing. 1 and 3: what is below them, and above those. 2: what is below them.',
  })
  @MayBeAbsent()
  @IsIn([0, 1, 2, 3], { message: 'takes 0, 1, 2 or 3' })
  readonly expansion?: 0 | 1 | 2 | 3;
}

export class SearchTagsRequest {
  @ApiProperty({ type: 'string', minLength: 1, maxLength: 256, description: 'A part of a name, or of an object id.' })
  @Matches(/^\P{Cc}{1,256}$/u, { message: 'takes a text of 1 to 256 characters without control characters' })
  readonly query!: string;

  @ApiProperty({
    type: 'integer',
    enum: [1, 2, 3],
    description: '1 searches tiers, 2 labels and Owned, 3 Owned alone.',
  })
  @IsIn([1, 2, 3], { message: 'takes 1 (tiers), 2 (labels and Owned) or 3 (Owned)' })
  readonly tag_type!: 1 | 2 | 3;

  @ApiProperty({ type: 'integer', format: 'int32', minimum: 1, required: false, description: 'Searches one tag.' })
  @MayBeAbsent()
  @IsInt({ message: 'takes the id of a tag' })
  @Min(1, { message: 'takes the id of a tag' })
  @Max(maxInt32, { message: 'takes the id of a tag' })
  readonly asset_group_tag_id?: number;
}
