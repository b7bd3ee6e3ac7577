import { column, describeList, type ListRequest } from '../../../http/list/list-description.js';
import { sessionKinds } from '../session-kind.js';

export const ownSessionList = describeList({
  columns: {
    id: column.uuid('id', 'sort', 'filter'),
    kind: column.choice(sessionKinds)('kind', 'sort', 'filter'),
    created_at: column.timestamp('created_at', 'sort', 'filter'),
    expires_at: column.timestamp('expires_at', 'sort', 'filter'),
    is_current: column.boolean('is_current', 'sort', 'filter'),
  },
  defaultSort: ['-created_at'],
  tieBreaker: 'id',
});

export type OwnSessionListRequest = ListRequest<keyof typeof ownSessionList.columns>;
