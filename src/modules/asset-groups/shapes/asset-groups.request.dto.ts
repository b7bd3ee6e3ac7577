import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsOptional, Matches, ValidateBy, ValidateIf, ValidateNested } from 'class-validator';
import { InvalidInputError } from '../../../base/errors.js';
import { Name, ObjectId, text } from '../../../http/input/rules.js';

export interface AssetGroupDraft {
  readonly name: string;
  readonly tag: string;
  readonly selectors: readonly SelectorDraft[];
}

/** Selects one node by its object id. */
export interface SelectorDraft {
  readonly name: string;
  /** Object id in upper case. */
  readonly selector: string;
}

/** Adds and removes single selectors of a group. */
export interface SelectorEdit {
  /** An added selector replaces the selectors that have its name or its object id. */
  readonly add: readonly SelectorDraft[];
  /** Object ids. */
  readonly remove: readonly string[];
}

/** Maximum number of selectors of a group. */
export const maxSelectors = 10_000;

/** A tag has no spaces, because nodes list their tags separated by spaces. */
const tagPattern = /^[A-Za-z0-9_.-]{1,64}$/;
const Tag = text(Matches(tagPattern, { message: 'takes a text of 1 to 64 letters, digits, _, - and .' }), {
  pattern: tagPattern.source,
});

/** Rejects an array in which two elements have the same `property`. The fault names the first duplicate. */
function NoDuplicates(property: string): PropertyDecorator {
  return ValidateBy({
    name: `noDuplicates:${property}`,
    validator: {
      validate: (value) => duplicate(value, property) === undefined,
      defaultMessage: (context) =>
        `has the ${property} ${JSON.stringify(duplicate(context?.value, property))} more than once`,
    },
  });
}

/** Ignores values of another type: other rules report these. */
function duplicate(value: unknown, property: string): string | undefined {
  if (!Array.isArray(value)) return undefined;
  const seen = new Set<string>();
  for (const element of value) {
    const member: unknown =
      typeof element === 'object' && element !== null ? Reflect.get(element, property) : undefined;
    if (typeof member !== 'string') continue;
    if (seen.has(member)) return member;
    seen.add(member);
  }
  return undefined;
}

/** Accepts an array of up to {@link maxSelectors}. ValidateNested descends into nested arrays and accepts an empty one. */
export function isListOf(noun: string, length: string, least = 0): PropertyDecorator {
  return ValidateBy({
    name: `isListOf:${noun}`,
    validator: {
      validate: (value) =>
        Array.isArray(value) &&
        value.length >= least &&
        value.length <= maxSelectors &&
        !value.some((it) => Array.isArray(it)),
      defaultMessage: () => `takes an array of ${length} ${maxSelectors} ${noun}, each an object`,
    },
  });
}

class SelectorRequest {
  @Name({ description: 'Unique in the group.', example: 'Build server' })
  readonly name!: string;

  @ObjectId({
    description:
      'Object id of one node: exactly, or without regard to case if one node matches. A node that does not exist yet is selected by its exact id.',
    example: 'S-1-5-21-3130019616-2776909439-2417379446-1105',
  })
  readonly selector!: string;
}

export function toSelectorDraft({ name, selector }: SelectorRequest): SelectorDraft {
  return { name, selector };
}

interface SelectorsOptions {
  /** Whether the body must have the property. `sometimes`: its class says when. */
  readonly required: boolean | 'sometimes';
  readonly description: string;
}

/** An array of selectors in which every name and every object id is unique. */
function Selectors({ required, description }: SelectorsOptions): PropertyDecorator {
  const published = required === true ? {} : { required: false, ...(required === false && { default: [] }) };
  return applyDecorators(
    ApiProperty({ type: [SelectorRequest], description, maxItems: maxSelectors, ...published }),
    ...(required ? [] : [IsOptional()]),
    isListOf('selectors', 'at most'),
    NoDuplicates('name'),
    NoDuplicates('selector'),
    ValidateNested({ each: true, message: 'takes objects of name and selector' }),
    Type(() => SelectorRequest),
  );
}

export class CreateAssetGroupRequest {
  @Name({ description: 'Unique name for people.', example: 'Build systems' })
  readonly name!: string;

  @Tag({ description: 'Unique name for programs. It cannot be changed.', example: 'build_systems' })
  readonly tag!: string;

  @Selectors({ required: false, description: 'Selectors of the new group.' })
  readonly selectors?: SelectorRequest[] | null;
}

export function toAssetGroupDraft({ name, tag, selectors }: CreateAssetGroupRequest): AssetGroupDraft {
  return { name, tag, selectors: (selectors ?? []).map(toSelectorDraft) };
}

export class RenameAssetGroupRequest {
  @Name({ description: 'Unique name for people.', example: 'Build systems' })
  readonly name!: string;
}

/** Either `selectors`, or `add` and `remove`. */
export class WriteSelectorsRequest {
  @ValidateIf((body: WriteSelectorsRequest) => !isEdit(body))
  @Selectors({ required: 'sometimes', description: 'Replaces all selectors. Omit it to send `add` or `remove`.' })
  readonly selectors?: SelectorRequest[];

  @Selectors({
    required: false,
    description: 'Selectors to add. Each one replaces the selectors with the same name or object id.',
  })
  readonly add?: SelectorRequest[] | null;

  @Selectors({ required: false, description: 'Selectors to remove. Only their object ids are compared.' })
  readonly remove?: SelectorRequest[] | null;
}

/**
 * @returns undefined if the body replaces all selectors
 * @throws InvalidInputError if the body has both forms
 */
export function toSelectorEdit(body: WriteSelectorsRequest): SelectorEdit | undefined {
  if (!isEdit(body)) return undefined;
  if (body.selectors !== undefined) {
    throw InvalidInputError.at(
      'body.conflicting_properties',
      'body.selectors',
      'replaces all selectors; leave it out, or add and remove',
    );
  }
  const { add, remove } = body;
  return { add: (add ?? []).map(toSelectorDraft), remove: (remove ?? []).map((it) => toSelectorDraft(it).selector) };
}

function isEdit({ add, remove }: WriteSelectorsRequest): boolean {
  return add !== undefined || remove !== undefined;
}
