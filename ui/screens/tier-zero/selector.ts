import type { AnswerOf } from '../../api/call.js';

/** What finds members of a tag. */
export type Selector = AnswerOf<'GET /api/v2/asset-group-tags/{asset_group_tag_id}/selectors'>['data'][number];

/** Texts of Cypher. */
export function queriesOf({ seeds }: Selector): readonly string[] {
  return seeds.flatMap(({ type, value }) => (type === 2 ? [value] : []));
}
