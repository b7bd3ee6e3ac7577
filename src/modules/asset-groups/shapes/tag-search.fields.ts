import {
  type Field,
  field,
  type Fields,
  type GivenOf,
  type JsonOf,
  type Shape,
  shape,
} from '../../../http/fields/fields.js';
import { membersSql } from '../../../analysis/tier-zero/members-sql.js';
import { sourceBy, tagMemberShape, tagSelectorShape, tagShape } from './tags.fields.js';

/** Most tags, selectors and members of an answer. */
const maxFound = 20;

/** The tags that a search covers: all of types $2, or only the tag $3 if it has such a type. */
const searched = '(SELECT * FROM asset_group WHERE type = ANY ($2::int[]) AND ($3::int IS NULL OR id = $3)) g';

const searchShape = shape('TagSearchDto', {
  tags: found(tagShape, `g.* FROM ${searched} WHERE g.name ILIKE $1`, 'g'),
  selectors: found(
    tagSelectorShape,
    `s.* FROM ${searched} JOIN asset_group_selector s ON s.asset_group_id = g.id WHERE s.name ILIKE $1`,
    's',
  ),
  members: found(
    tagMemberShape,
    `n.* FROM node n WHERE (n.name ILIKE $1 OR n.objectid ILIKE $1) AND n.id IN
      (SELECT member.id FROM ${searched} CROSS JOIN LATERAL (${membersSql('g')}) member)`,
    'n',
    'JOIN kind k ON k.id = n.kind',
  ),
});

/** The first of some rows by name. @param rows the text after SELECT */
function found<F extends Fields>(
  item: Shape<F>,
  rows: string,
  alias: string,
  join = '',
): Field<readonly JsonOf<F>[], GivenOf<F>, undefined> {
  const by = `${alias}.name, ${alias}.id`;
  return field.array(item, `(SELECT ${rows} ORDER BY ${by} LIMIT ${maxFound}) ${alias} ${join}`, by);
}

export const TagSearchDto = searchShape.dto;

/** Finds the tags of types $2 and, unless it is null, of the id $3, by the pattern $1. */
export const tagSearch = searchShape.tokenFor({
  source: sourceBy(`sel.asset_group_id IN (SELECT id FROM ${searched})`),
});
