import { field, type JsonOf, listOf, shape } from '../../../src/http/fields/fields.js';
import type { ListRequest } from '../../../src/http/list/list-description.js';

export const sparePartShape = shape('SparePartDto', {
  id: field.int32('id', {}, 'sort', 'filter'),
  name: field.text('name', { example: 'gear' }, 'sort', 'filter'),
});
export type SparePartDto = JsonOf<typeof sparePartShape.fields>;

export const sparePartList = listOf(sparePartShape, { defaultSort: ['name'], tieBreaker: 'id' });

export type SparePartListRequest = ListRequest<keyof typeof sparePartList.columns>;
