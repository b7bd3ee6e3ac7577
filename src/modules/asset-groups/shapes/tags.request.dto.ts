import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsBoolean, IsIn, IsInt, Matches, Max, Min, ValidateBy, ValidateNested } from 'class-validator';
import { camelCased, type CamelCased } from '../../../base/values/letter-case.js';
import { isDescription, isName, maxInt32, MayBeAbsent, objectIdPattern, property } from '../../../http/input/rules.js';
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
const TagName = property(
  Matches(tagNamePattern, { message: 'takes 1 to 64 letters, digits, _ and spaces, without space at its ends' }),
  { type: 'string', pattern: tagNamePattern.source, minLength: 1, maxLength: 64 },
);

const Description = property(isDescription, { type: 'string', maxLength: 4096 });

const Certify = property(IsIn([false], { message: 'takes false: members are not certified here' }), {
  type: 'boolean',
  description: 'Takes false or null: members are not certified here.',
});

const Position = property(
  applyDecorators(
    IsInt({ message: 'takes an integer from 2' }),
    Min(2, { message: 'takes an integer from 2: tier zero stays the first' }),
    Max(maxInt32, { message: 'takes an integer of 32 bits' }),
  ),
  { type: 'integer', format: 'int32', minimum: 2 },
);

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
  @TagName({ description: 'Unique name.', example: 'Backup servers' })
  readonly name!: string;

  @ApiProperty({ type: 'integer', enum: [1, 2], description: '1 creates a tier, 2 a label.' })
  @IsIn([1, 2], { message: 'takes 1 (tier) or 2 (label)' })
  readonly type!: 1 | 2;

  @Description({ required: false })
  readonly description?: string;

  @Certify({ required: false, nullable: true })
  readonly require_certify?: false | null;

  @Position({ required: false, nullable: true, description: 'Rank of a new tier; the last if absent.' })
  readonly position?: number | null;

  @ApiProperty(glyphSchema)
  @glyph
  readonly glyph?: string | NullStringDto | null;
}

/** Absent properties stay unchanged. */
export class UpdateTagRequest {
  @TagName({ required: false })
  readonly name?: string;

  @Description({ required: false })
  readonly description?: string;

  @Certify({ required: false, nullable: true })
  readonly require_certify?: false | null;

  @Position({ required: false, description: 'Moves a tier.' })
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

const SeedsProperty = property(
  applyDecorators(
    isListOf('seeds', '1 to', 1),
    ValidateNested({ each: true, message: 'takes objects of type and value' }),
    Type(() => SeedRequest),
  ),
  { type: [SeedRequest], minItems: 1, maxItems: maxSelectors },
);

const SelectorName = property(isName, { type: 'string', minLength: 1, maxLength: 256, example: 'Backup servers' });

const Certification = property(IsIn([0, 1, 2], { message: 'takes 0, 1 or 2' }), {
  type: 'integer',
  enum: [0, 1, 2],
  description: 'It is stored and has no effect.',
});

const Disabled = property(IsBoolean({ message: 'takes true or false' }), {
  type: 'boolean',
  description: 'True for a selector that selects nothing.',
});

export class CreateTagSelectorRequest {
  @SelectorName({ description: 'Unique in the tag.' })
  readonly name!: string;

  @SeedsProperty({ description: 'The nodes need not exist yet.' })
  readonly seeds!: SeedRequest[];

  @Description({ required: false })
  readonly description?: string;

  @Certification({ required: false, default: 0 })
  readonly auto_certify?: 0 | 1 | 2;

  @Disabled({ required: false, default: false })
  readonly disabled?: boolean;
}

/** Absent properties stay unchanged. */
export class UpdateTagSelectorRequest {
  @SelectorName({ required: false })
  readonly name?: string;

  @SeedsProperty({ required: false, description: 'Replaces all seeds.' })
  readonly seeds?: SeedRequest[];

  @Description({ required: false })
  readonly description?: string;

  @Certification({ required: false })
  readonly auto_certify?: 0 | 1 | 2;

  @Disabled({ required: false })
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
  @SeedsProperty()
  readonly seeds!: SeedRequest[];

  @ApiProperty({
    type: 'integer',
    enum: [0, 1, 2, 3],
    default: 1,
    required: false,
    description:
      'Nodes that are selected in addition to the seeds. 0: none. 2: the nodes below them. 1 and 3: also the nodes above all these.',
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
