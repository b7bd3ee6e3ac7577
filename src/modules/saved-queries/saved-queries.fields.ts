import { field, listOf, shape } from '../../http/fields/fields.js';
import type { ListRequest } from '../../http/list/list-description.js';

/** The query `q`. */
export const savedQueryShape = shape('SavedQueryDto', {
  id: field.int32('q.id', {}, 'sort', 'filter'),
  created_at: field.time('q.created_at', {}, 'sort', 'filter'),
  updated_at: field.time('q.updated_at', {}, 'sort', 'filter'),
  deleted_at: field.neverDeleted(),
  user_id: field.optionalUuid(
    'q.account_id',
    'The account that saved the query; null for a query of the service.',
    'sort',
    'filter',
  ),
  name: field.text('q.name', { example: 'Users with a path to tier zero' }, 'sort', 'filter'),
  query: field.text('q.query', { example: 'MATCH (u:User) RETURN u LIMIT 10' }, 'sort', 'filter'),
  description: field.text('q.description', 'Empty if there is none.', 'sort', 'filter'),
  category: field.text('q.category', 'Empty if there is none.', 'sort', 'filter'),
  scope: field.word('q.scope', {
    example: 'owned',
    description:
      '`owned`, `shared` by another account, or `public`: of the service, or shared with everybody by another account.',
  }),
});

export const savedQueryList = listOf(savedQueryShape, { defaultSort: ['name'], tieBreaker: 'q.id' });

export type SavedQueryListRequest = ListRequest<keyof typeof savedQueryList.columns>;

/** The queries that a list contains. */
export const queryScopes = ['owned', 'shared', 'public', 'all'] as const;
export type QueryScope = (typeof queryScopes)[number];
