import { field, type JsonOf, listOf, shape } from '../../http/fields/fields.js';
import { memory } from '../../http/fields/memory.js';
import type { ListRequest } from '../../http/list/list-description.js';
import { PictureState } from './picture-state.dto.js';

/** The picture `p`. */
export const pictureShape = shape('PictureDto', {
  id: field.uuid('p.id', {}, 'sort', 'filter'),
  created_at: field.time('p.created_at', {}, 'sort', 'filter'),
  updated_at: field.time('p.updated_at', {}, 'sort', 'filter'),
  user_id: field.uuid('p.account_id', 'The account that keeps it.', 'sort', 'filter'),
  name: field.optionalText('p.name', 'Null: it is deleted 30 days after its last change.', 'sort', 'filter'),
  public: field.boolean('p.is_public', 'Whether every account can open it.', 'sort', 'filter'),
  scope: field.word('p.scope', {
    example: 'owned',
    description: '`owned`, `shared` by another account, or `public`: shared with everybody by another account.',
  }),
});
export type PictureDto = JsonOf<typeof pictureShape.fields>;

export const pictureList = listOf(pictureShape, { defaultSort: ['-updated_at'], tieBreaker: 'p.id' });
export type PictureListRequest = ListRequest<keyof typeof pictureList.columns>;

const pictureChangeShape = shape('PictureChangeDto', {
  change: memory.choice(['came', 'went'])('Whether there is such an edge now, and was not, or the other way round.'),
  source: memory.text('Object id of the start of the edge.'),
  kind: memory.text({ example: 'MemberOf' }),
  target: memory.text('Object id of its end.'),
});
type PictureChangeDto = JsonOf<typeof pictureChangeShape.fields>;

export const openedPictureShape = shape('OpenedPictureDto', {
  ...pictureShape.fields,
  state: memory.any<PictureState>({ type: PictureState }),
  gone: memory.count(
    'Objects of it that do not exist any more, or that the caller does not see. The state lacks them.',
  ),
  changes: memory.any<readonly PictureChangeDto[] | null>({
    type: [pictureChangeShape.dto],
    nullable: true,
    description:
      'Edges between its objects that came or went since `graph_version` of its state, as far as the caller sees them, at most 1,000. Null: the log of changes does not go back so far.',
  }),
  shared_to_user_ids: memory.texts({
    format: 'uuid',
    description: 'The accounts that can open it, for the account that keeps it.',
  }),
});
export type OpenedPictureDto = JsonOf<typeof openedPictureShape.fields>;

/** The pictures that a list contains. */
export const pictureScopes = ['owned', 'shared', 'public', 'all'] as const;
export type PictureScope = (typeof pictureScopes)[number];
