import { column, describeList, type ListRequest } from '../../http/list/list-description.js';

/** Filters of lists that are filtered after reading. */
export const kindNameFilters = describeList({
  columns: { type: column.choice(['node', 'edge'])('type', 'filter') },
  defaultSort: [],
  tieBreaker: 'id',
});

export type KindNameFilters = ListRequest<keyof typeof kindNameFilters.columns>['filters'];

export const edgeKindFilters = describeList({
  columns: { is_traversable: column.boolean('is_traversable', 'filter') },
  defaultSort: [],
  tieBreaker: 'id',
});

export type EdgeKindFilters = ListRequest<keyof typeof edgeKindFilters.columns>['filters'];
