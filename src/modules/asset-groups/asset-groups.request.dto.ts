import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsOptional, Matches, ValidateBy, ValidateIf, ValidateNested } from 'class-validator';
import { InvalidInputError } from '../../base/errors.js';

/** Names one node of a group by its object id. */
export interface SelectorDraft {
  readonly name: string;
  /** Object id in upper case. */
  readonly selector: string;
}

/** Single changes of the selectors of a group. */
export interface SelectorEdit {
  /** Each takes the place of those that have its name or its object id. */
  readonly add: readonly SelectorDraft[];
  /** Object ids in upper case. */
  readonly remove: readonly string[];
}

/** A selector as it is stored. */
export interface Selector extends SelectorDraft {
  readonly id: number;
  readonly assetGroupId: number;
  readonly systemSelector: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The result of an edit. */
export interface SelectorChanges {
  readonly added: readonly Selector[];
  readonly removed: readonly Selector[];
}

/** Most selectors of a group. */
export const maxSelectors = 10_000;

export interface AssetGroupDraft {
  readonly name: string;
  readonly tag: string;
  readonly selectors: readonly SelectorDraft[];
}

/** The group whose members the analysis selects too, beside its selectors. */
export const tierZeroTag = 'admin_tier_0';

type SchemaRule = Pick<ApiPropertyOptions, 'pattern' | 'minLength' | 'maxLength'>;

function text(pattern: RegExp, schema: SchemaRule, allowed: string): (example: string) => PropertyDecorator {
  return (example) =>
    applyDecorators(
      ApiProperty({ type: 'string', ...schema, example }),
      Matches(pattern, { message: `takes ${allowed}` }),
    );
}

/** Without control characters, and without space at either end; in the part of regular expressions that all languages share. */
const trimmed = String.raw`^[^\s\x00-\x1F\x7F-\x9F]([^\x00-\x1F\x7F-\x9F]*[^\s\x00-\x1F\x7F-\x9F])?$`;

/** What people read. */
export const Name = text(
  /^(?!\s)\P{Cc}{1,256}(?<!\s)$/u,
  { pattern: trimmed, minLength: 1, maxLength: 256 },
  'a text of 1 to 256 characters without control characters, and without space at its ends',
);

/** What programs read; nodes list the tags they have with spaces between them. */
export const Tag = text(
  /^[A-Za-z0-9_.-]{1,64}$/,
  { pattern: '^[A-Za-z0-9_.-]{1,64}$' },
  'a text of 1 to 64 letters, digits, _, - and .',
);

export const ObjectId = text(
  /^(?!\s)\P{Cc}{1,1024}(?<!\s)$/u,
  { pattern: trimmed, minLength: 1, maxLength: 1024 },
  'an object id of 1 to 1024 characters without control characters',
);

export class SelectorRequest {
  @Name('Build server')
  readonly name!: string;

  @ObjectId('S-1-5-21-3130019616-2776909439-2417379446-1105')
  readonly selector!: string;
}

export function toSelectorDraft({ name, selector }: SelectorRequest): SelectorDraft {
  return { name, selector: selector.toUpperCase() };
}

export class CreateAssetGroupRequest {
  @Name('Build systems')
  readonly name!: string;

  @Tag('build_systems')
  readonly tag!: string;

  @Selectors({ required: false })
  readonly selectors?: SelectorRequest[] | null;
}

export function toAssetGroupDraft({ name, tag, selectors }: CreateAssetGroupRequest): AssetGroupDraft {
  return { name, tag, selectors: (selectors ?? []).map(toSelectorDraft) };
}

export class RenameAssetGroupRequest {
  @Name('Build systems')
  readonly name!: string;
}

/** Either `selectors`, which replaces all, or `add` and `remove`. */
export class WriteSelectorsRequest {
  @ValidateIf((body: WriteSelectorsRequest) => !isEdit(body))
  @Selectors({ required: true })
  readonly selectors?: SelectorRequest[];

  @Selectors({ required: false })
  readonly add?: SelectorRequest[] | null;

  @Selectors({ required: false })
  readonly remove?: SelectorRequest[] | null;
}

/**
 * Undefined if the body replaces all selectors.
 * @throws InvalidInputError if it does both
 */
export function toSelectorEdit(body: WriteSelectorsRequest): SelectorEdit | undefined {
  if (!isEdit(body)) return undefined;
  if (body.selectors !== undefined) {
    throw InvalidInputError.at('body.selectors', 'replaces all selectors; leave it out, or add and remove');
  }
  const { add, remove } = body;
  return { add: (add ?? []).map(toSelectorDraft), remove: (remove ?? []).map((it) => toSelectorDraft(it).selector) };
}

function isEdit({ add, remove }: WriteSelectorsRequest): boolean {
  return add !== undefined || remove !== undefined;
}

const isSelectorList = ValidateBy({
  name: 'isSelectorList',
  validator: {
    // ValidateNested looks into an array within the array and is content with an empty one.
    validate: (value) => Array.isArray(value) && value.length <= maxSelectors && !value.some((it) => Array.isArray(it)),
    defaultMessage: () => `takes an array of at most ${maxSelectors} selectors, each an object`,
  },
});

/** The selectors of a group: names and object ids each only once. */
export function Selectors({ required }: { readonly required: boolean }): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: [SelectorRequest], required, maxItems: maxSelectors, ...(!required && { default: [] }) }),
    ...(required ? [] : [IsOptional()]),
    isSelectorList,
    NoDuplicates('name'),
    NoDuplicates('selector', (id) => id.toUpperCase()),
    ValidateNested({ each: true, message: 'takes objects of name and selector' }),
    Type(() => SelectorRequest),
  );
}

/** No two elements of an array have the same `property`, as compared by `key`. The fault names the first one that comes again. */
export function NoDuplicates(property: string, key: (text: string) => string = (text) => text): PropertyDecorator {
  return ValidateBy({
    name: `noDuplicates:${property}`,
    validator: {
      validate: (value) => duplicate(value, property, key) === undefined,
      defaultMessage: (context) =>
        `has the ${property} ${JSON.stringify(duplicate(context?.value, property, key))} more than once`,
    },
  });
}

/** What is no array, or has no such text, is the fault of another rule. */
function duplicate(value: unknown, property: string, key: (text: string) => string): string | undefined {
  if (!Array.isArray(value)) return undefined;
  const seen = new Set<string>();
  for (const element of value) {
    const text: unknown = typeof element === 'object' && element !== null ? Reflect.get(element, property) : undefined;
    if (typeof text !== 'string') continue;
    if (seen.has(key(text))) return text;
    seen.add(key(text));
  }
  return undefined;
}
