import { columnsOf, field, shape } from '../../http/fields/fields.js';
import { describeList, type ListRequest } from '../../http/list/list-description.js';

/** Actions of the reference product by ours. */
const actions = {
  'asset_group.create': 'CreateTag',
  'asset_group.update': 'UpdateTag',
  'asset_group.delete': 'DeleteTag',
  'asset_group.selectors': 'UpdateSelector',
  'asset_group_selector.create': 'CreateSelector',
  'asset_group_selector.update': 'UpdateSelector',
  'asset_group_selector.delete': 'DeleteSelector',
} as const;

const [ours, theirs] = [Object.keys(actions), Object.values(actions)];

function sqlTexts(texts: readonly string[]): string {
  return texts.map((it) => `'${it}'`).join(', ');
}

/** The FROM clause without its keyword, alias `h`: what changed tags and their selectors, from the audit log. */
export const changesSql = `(SELECT c.*, coalesce(c.named, s.name, g.name, '') AS target FROM (
    SELECT a.id, a.at, a.details->>'name' AS named,
      CASE a.account_name WHEN '(system)' THEN 'SYSTEM' ELSE a.account_name END AS actor,
      CASE WHEN a.account_name LIKE '%@%' THEN a.account_name END AS email,
      (ARRAY[${sqlTexts(theirs)}])[array_position(ARRAY[${sqlTexts(ours)}], a.action)] AS action,
      substring(a.resource from '/selectors/(\\d+)$')::int AS selector_id,
      coalesce(substring(a.resource from '^asset-group(?:s|-tags)/(\\d+)'), a.details->>'id', '0')::int AS tag_id
    FROM audit_log a WHERE a.outcome = 'success' AND a.action IN (${sqlTexts(ours)})) c
  LEFT JOIN asset_group g ON g.id = c.tag_id LEFT JOIN asset_group_selector s ON s.id = c.selector_id) h`;

export const tagChangeShape = shape('TagChangeDto', {
  id: field.integer('h.id', 'Id of the entry of the audit log.'),
  created_at: field.time('h.at', {}, 'sort', 'filter'),
  actor: field.text('h.actor', 'Name of the account; `SYSTEM` for automatic work.', 'filter'),
  email: field.optionalText('h.email', 'Name of the account if it is an email address.', 'filter'),
  action: field.word('h.action', { example: 'CreateTag' }, 'filter'),
  target: field.text('h.target', 'Name of the tag or selector.', 'filter'),
  asset_group_tag_id: field.int32('h.tag_id', {}, 'filter'),
  environment_id: field.optionalText('NULL::text', 'Always null.', 'filter'),
  note: field.optionalText('NULL::text', 'Always null.', 'filter'),
});

export const tagChangeList = describeList({
  columns: columnsOf(tagChangeShape.fields),
  defaultSort: ['-created_at'],
  tieBreaker: 'h.id DESC',
});

export type TagChangeRequest = ListRequest<keyof typeof tagChangeList.columns>;
