import { arrayToken, textToken } from '../../../database/sql/json-token.js';
import { field, listOf, shape } from '../../../http/fields/fields.js';
import type { ListRequest } from '../../../http/list/list-description.js';
import { selectedSql } from '../../../analysis/tier-zero/members-sql.js';

/** True if a selector of the group `g` that a user created selects the node `n`. */
export const isCustomMember = `EXISTS (
  SELECT FROM (${selectedSql('sel.asset_group_id = g.id AND NOT sel.system_selector')}) custom WHERE custom.id = n.id)`;

const kindNames = arrayToken(
  textToken('kind.name'),
  'unnest(n.kinds) WITH ORDINALITY each (id, position) JOIN kind ON kind.id = each.id',
  'each.position',
);

/** The node `n` of the kind `k` as a member of the group `g`. */
export const memberShape = shape('AssetGroupMemberDto', {
  objectID: field.text('n.objectid', { example: 'S-1-5-21-3130019616-2776909439-2417379446-512' }, 'sort', 'filter'),
  name: field.text('n.name', { example: 'DOMAIN ADMINS@BIRCH.LOCAL' }, 'sort', 'filter'),
  label: field.text('k.name', { example: 'Group', description: 'Primary kind of the node.' }, 'sort', 'filter'),
  kinds: field.json<readonly string[]>({ type: [String] })(kindNames, {
    example: ['Group', 'Base'],
    description: 'All kinds of the node.',
  }),
  environment_id: field.optionalText(
    'n.environment',
    'Object id of the domain or tenant of the node; null if unknown.',
    'sort',
    'filter',
  ),
  environment_kind: field.optionalText(
    `(SELECT kind.name FROM node environment JOIN kind ON kind.id = environment.kind
      WHERE environment.objectid = n.environment)`,
    { example: 'Domain', description: 'Kind of the domain or tenant.' },
    'sort',
    'filter',
  ),
  custom_member: field.boolean(isCustomMember, 'True if a selector that a user created selects the node.', 'filter'),
});

export const memberList = listOf(memberShape, { defaultSort: ['name'], tieBreaker: 'n.id' });

export type MemberListRequest = ListRequest<keyof typeof memberList.columns>;
export type MemberFilters = MemberListRequest['filters'];

/** Rows of `by_kind`: a kind and the number of its members. */
export const memberCountsShape = shape('MemberCountsDto', {
  total_count: field.count('COALESCE(sum(members), 0)'),
  counts: field.json<Readonly<Record<string, number>>>({
    type: 'object',
    additionalProperties: { type: 'integer', minimum: 0 },
  })(`'{' || COALESCE(string_agg(${textToken('kind')} || ':' || members, ',' ORDER BY kind), '') || '}'`, {
    example: { Group: 2, User: 5 },
    description: 'Number of members by primary kind.',
  }),
});
