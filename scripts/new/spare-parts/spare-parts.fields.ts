import { columnsOf, field, type JsonOf, shape } from '../../../src/http/fields/fields.js';
import { describeList, type ListRequest } from '../../../src/http/list/list-description.js';

export const sparePartShape = shape('SparePartDto', {
  id: field.int32('id', {}, 'sort', 'filter'),
  name: field.text('name', { example: 'gear' }, 'sort', 'filter'),
});
export type SparePartDto = JsonOf<typeof sparePartShape.fields>;

export const sparePartList = describeList({
  columns: columnsOf(sparePartShape.fields),
  defaultSort: ['name'],
  tieBreaker: 'id',
});

export type SparePartListRequest = ListRequest<keyof typeof sparePartList.columns>;
