import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsOptional, ValidateBy, ValidateNested } from 'class-validator';
import { maxSelectors } from '../asset-group.js';
import { NoDuplicates } from './no-duplicates.decorator.js';
import { SelectorRequest } from './selector.request.js';

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
